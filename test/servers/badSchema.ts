/** A server with one valid tool, `fine`, among malformed ones. */
import { serve, text, tool, type ToolEntry } from '#test/servers/support'

const deep = (levels: number): Record<string, unknown> =>
  levels === 0 ? {} : { type: 'object', properties: { next: deep(levels - 1) } }

const malformed: readonly ToolEntry[] = [
  { name: 'no_schema', description: 'It has no inputSchema.' },
  { name: 'string_schema', inputSchema: 'object' },
  { name: 'array_schema', inputSchema: { type: 'array', items: {} } },
  { name: 'null_schema', inputSchema: null },
  { name: 'wrong_type', inputSchema: { type: 'objekt' } },
  { name: 'bad_property', inputSchema: { type: 'object', properties: { a: 'string' } } },
  { name: 'dangling_ref', inputSchema: { type: 'object', properties: { a: { $ref: '#/$defs/missing' } } } },
  { name: 'network_ref', inputSchema: { type: 'object', properties: { a: { $ref: 'https://example.com/a.json' } } } },
  { name: 'too_deep', inputSchema: deep(400) },
  { name: 'bad_output', inputSchema: { type: 'object' }, outputSchema: 7 },
  { description: 'It has no name.', inputSchema: { type: 'object' } },
  { name: 42, inputSchema: { type: 'object' } },
  { name: '', inputSchema: { type: 'object' } },
].map((definition) => ({ definition, call: () => text('called all the same') }))

serve({
  name: 'bad-schema',
  tools: [
    ...malformed,
    tool('fine', 'The one that works.', { text: { type: 'string' } }, (input) => text(`fine ${String(input['text'])}`)),
  ],
})
process.stdin.on('end', () => process.exit(0))
