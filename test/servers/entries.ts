/** A server with prompts and resources that change: `node test/servers/entries.ts [--name X] [--era modern]`. */
import { createEntries } from '#test/servers/conformanceEntries'
import { echoTools } from '#test/servers/echoTools'
import { option, serve } from '#test/servers/support'

const entries = createEntries(() => server)
const server = serve({
  name: option('name') ?? 'entries',
  eras: [option('era') === 'modern' ? 'modern' : 'legacy'],
  tools: [...echoTools, ...entries.tools],
  beside: entries.beside,
})
process.stdin.on('end', () => process.exit(0))
