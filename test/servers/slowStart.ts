/** A server that answers nothing for `--delay` ms (default 2000), and then everything that arrived meanwhile. */
import { setTimeout as delay } from 'node:timers/promises'
import { echoTools } from '#test/servers/echoTools'
import { option, serve } from '#test/servers/support'

process.stderr.write('slow-start: downloading packages\n')
await delay(Number(option('delay') ?? 2000))
process.stderr.write('slow-start: ready\n')
serve({ name: 'slow-start', tools: echoTools })
process.stdin.on('end', () => process.exit(0))
