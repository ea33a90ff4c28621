/** A well-behaved server: `node test/servers/echo.ts [--name X] [--tools N] [--page N] [--icon URI]`. */
import { echoTools, extraTools } from '#test/servers/echoTools'
import { option, serve } from '#test/servers/support'

const pageSize = option('page')
const icon = option('icon')

serve({
  name: option('name') ?? 'echo',
  tools: [...echoTools, ...extraTools(Number(option('tools') ?? 0))],
  ...(icon !== undefined && { icons: [{ src: icon }] }),
  ...(pageSize !== undefined && { pageSize: Number(pageSize) }),
})
process.stdin.on('end', () => process.exit(0))
