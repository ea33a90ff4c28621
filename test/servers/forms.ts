/** A server whose tools take arguments of all kinds, and one that takes none: `node test/servers/forms.ts`. */
import { serve, text, tool, type ToolEntry } from '#test/servers/support'

/** Answers with its arguments. */
function returning(name: string, inputSchema: object): ToolEntry {
  const entry = tool(name, `Answers with what ${name} was given.`, {}, (input) => text(JSON.stringify(input)))
  return { ...entry, definition: { ...entry.definition, inputSchema } }
}

const place = {
  type: 'object',
  properties: { street: { type: 'string' }, number: { type: 'integer', minimum: 1 } },
  required: ['street'],
}

serve({
  name: 'forms',
  tools: [
    returning('order', {
      type: 'object',
      properties: {
        name: { type: 'string', minLength: 2, description: 'Who orders.', examples: ['Ada'] },
        mail: { type: 'string', format: 'email' },
        count: { type: 'integer', minimum: 1, maximum: 9, description: 'How many of them.' },
        code: { type: 'string', pattern: '^[A-Z]{2}$' },
        size: { enum: ['small', 'large'], description: 'How large.' },
        level: { enum: [1, 2, 3] },
        gift: { type: 'boolean' },
        place: { $ref: '#/$defs/place' },
        stops: { type: 'array', items: { $ref: '#/$defs/place' } },
        when: { oneOf: [{ type: 'string' }, { type: 'number' }] },
        speed: { type: 'number', default: 1.5 },
      },
      required: ['name', 'count'],
      $defs: { place },
    }),
    returning('bare', { type: 'object' }),
    returning('hostile', {
      type: 'object',
      properties: {
        text: { type: 'string', pattern: '^(a+)+$', description: '<img src=x onerror="window.hacked = 1">' },
        self: { $ref: '#' },
      },
      required: ['self'],
    }),
    returning('wide', {
      type: 'object',
      properties: Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`field_${index}`, { type: 'string' }])),
    }),
  ],
})
process.stdin.on('end', () => process.exit(0))
