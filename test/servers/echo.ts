/** A well-behaved server: `node test/servers/echo.ts [--name X] [--tools N] [--page N]`. */
import { echoTools, extraTools } from '#test/servers/echoTools'
import { option, serve } from '#test/servers/support'

const pageSize = option('page')

serve({
  name: option('name') ?? 'echo',
  tools: [...echoTools, ...extraTools(Number(option('tools') ?? 0))],
  ...(pageSize !== undefined && { pageSize: Number(pageSize) }),
})
process.stdin.on('end', () => process.exit(0))
