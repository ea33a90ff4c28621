/**
 * A server that floods stderr and sends notifications, `--lines` of each per 10 ms (default 1000), and still answers.
 */
import { echoTools } from '#test/servers/echoTools'
import { option, serve } from '#test/servers/support'

const server = serve({ name: 'flooding', tools: echoTools })
const perBurst = Number(option('lines') ?? 1000)
let count = 0

setInterval(() => {
  let lines = ''
  for (let index = 0; index < perBurst; index += 1) lines += `flood line ${++count}\n`
  process.stderr.write(lines)
  if (process.stdout.writableNeedDrain) return
  for (let index = 0; index < perBurst; index += 1) {
    server.notify('notifications/message', { level: 'debug', data: `flood message ${count}` })
  }
}, 10)
process.stdin.on('end', () => process.exit(0))
