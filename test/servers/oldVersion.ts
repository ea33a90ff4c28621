/** A server that supports only the first revision of the protocol, 2024-11-05. */
import { echoTools } from '#test/servers/echoTools'
import { serve } from '#test/servers/support'

serve({ name: 'old-version', versions: ['2024-11-05'], tools: echoTools })
process.stdin.on('end', () => process.exit(0))
