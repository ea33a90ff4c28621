/** A server that prints its secret wherever it can: in its output, its errors, its results and its name. */
import { serve, text, tool } from '#test/servers/support'
import { RpcError } from '#test/servers/wire'

const secret = process.env['INNOCENT'] ?? process.env['LEAKED_TOKEN'] ?? '(none)'
const coded = Buffer.from(`user:${secret}`).toString('base64')

if (process.argv.includes('--die')) {
  process.stderr.write(`fatal: ${secret} was refused\n`)
  process.exit(3)
}
process.stderr.write(`started with ${secret}, that is ${coded} and ${encodeURIComponent(secret)}\n`)
process.stdout.write(`not protocol: ${secret}\n`)

serve({
  name: 'leaking',
  tools: [
    tool('tell', 'Answers with its secret.', {}, () => text(secret)),
    tool('refuse', 'Answers with an error.', {}, () => {
      throw new RpcError(-32050, `refused: ${secret}`)
    }),
    tool('die', 'Ends without an answer.', {}, () => {
      process.stderr.write(`dying of ${secret}\n`)
      process.exit(1)
    }),
  ],
})
