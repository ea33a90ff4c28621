/** A server of both eras, which answers in the era of the client's first request. */
import { echoTools } from '#test/servers/echoTools'
import { option, serve } from '#test/servers/support'

serve({ name: option('name') ?? 'dual', eras: ['legacy', 'modern'], tools: echoTools })
process.stdin.on('end', () => process.exit(0))
