/** A server that only supports the revision of 2026-07-28 and refuses `initialize`. */
import { echoTools, extraTools } from '#test/servers/echoTools'
import { option, serve } from '#test/servers/support'

serve({
  name: option('name') ?? 'modern',
  eras: ['modern'],
  tools: [...echoTools, ...extraTools(Number(option('tools') ?? 0))],
})
process.stdin.on('end', () => process.exit(0))
