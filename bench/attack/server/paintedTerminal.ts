/** Control characters on their way to the user's terminal: from a stdio server, a remote server, and a file. */
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Attack } from '#bench/attack/attack'

const escape = '\u001b]0;owned\u0007\u001b[2J'
const playMs = 500
/** All control characters except line ends. */
// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/

export const paintedTerminal: Attack = {
  name: 'terminal escapes',
  as: 'server',
  async play(target) {
    const server = createServer((_request, response) => response.writeHead(403).end(`no ${escape}`))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const config = await readFile(target.configFile, 'utf8')
    try {
      await target.withHostile('paintsTerminal', () => delay(playMs))
      await target.withServer({ transport: 'http', url: `http://127.0.0.1:${port}/mcp` }, () => delay(playMs))
      const { mcpServers } = JSON.parse(config) as { mcpServers: object }
      await writeFile(
        target.configFile,
        JSON.stringify({ mcpServers: { ...mcpServers, [`evil ${escape}`]: { command: `nowhere ${escape}` } } }),
      )
      await delay(playMs)
    } finally {
      await writeFile(target.configFile, config)
      server.closeAllConnections()
      server.close()
    }
    return controls.test(target.printed) ? ['control characters reached the terminal'] : []
  },
}
