/** A server of both eras. It speaks the one that the client requests. */
import { echoTools } from '#test/servers/echoTools'
import { option, serve } from '#test/servers/support'

serve({ name: option('name') ?? 'dual', eras: ['legacy', 'modern'], tools: echoTools })
process.stdin.on('end', () => process.exit(0))
