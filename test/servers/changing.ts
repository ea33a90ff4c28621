/**
 * A server whose tool changes. `describe` gives `write` another description and announces the change. With `--words
 * FILE`, the description is the file's content at the start of the process.
 */
import { readFileSync } from 'node:fs'
import { option, serve, text, tool, type ToolEntry } from '#test/servers/support'

const words = option('words')
const string = { type: 'string' }

function tools(description: string): readonly ToolEntry[] {
  const look = tool('look', 'Only looks.', {}, () => text('looked'))
  const write = tool('write', description, { path: string, text: string }, (input) => text(JSON.stringify(input)))
  return [
    { ...look, definition: { ...look.definition, annotations: { readOnlyHint: true } } },
    { ...write, definition: { ...write.definition, title: 'Write a file', annotations: { readOnlyHint: false } } },
    tool('describe', 'Describes `write` anew.', { words: string }, (input, call) => {
      call.server.setTools(tools(String(input['words'])))
      return text('described')
    }),
  ]
}

serve({ name: 'changing', tools: tools(words === undefined ? 'Writes a file.' : readFileSync(words, 'utf8')) })
process.stdin.on('end', () => process.exit(0))
