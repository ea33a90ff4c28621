/**
 * A server whose texts all contain terminal control sequences, from `--words FILE`. With `--refuse` it answers the
 * handshake with an error that contains them. With `--end` it prints them on stderr and exits.
 */
import { readFileSync } from 'node:fs'
import { option, serve, text, tool } from '#test/servers/support'
import { openWire, RpcError } from '#test/servers/wire'

const words = readFileSync(option('words') ?? '', 'utf8')

if (process.argv.includes('--end')) {
  process.stderr.write(`${words}\n`)
  process.exit(3)
} else if (process.argv.includes('--refuse')) {
  openWire({
    request: async () => {
      throw new RpcError(-32_001, words)
    },
    notification: () => undefined,
  })
} else {
  const described = tool('described', words, { [words]: { type: 'string', description: words } }, () => text('done'))
  serve({
    name: words,
    tools: [
      { ...described, definition: { ...described.definition, title: words } },
      tool(`named ${words}`, 'has a name that steers', {}, () => text('done')),
      tool('fail', 'says that it failed', {}, () => ({ ...text(words), isError: true })),
      tool('refuse', 'answers with an error', {}, () => {
        throw new RpcError(-32_002, words)
      }),
    ],
  })
}
process.stdin.on('end', () => process.exit(0))
