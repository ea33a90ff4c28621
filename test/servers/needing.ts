/**
 * A server that starts only if an environment variable is set, as many do: `node test/servers/needing.ts --needs NAME`.
 */
import { echoTools } from '#test/servers/echoTools'
import { option, serve } from '#test/servers/support'

const needed = option('needs') ?? 'NEEDED'
if ((process.env[needed] ?? '') === '') {
  process.stderr.write(`Error: ${needed} is not set\n`)
  process.exit(1)
}
serve({ name: 'needing', tools: echoTools })
process.stdin.on('end', () => process.exit(0))
