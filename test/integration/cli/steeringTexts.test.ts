/**
 * Control sequences from a server, a client, a file or an address never reach the terminal, whichever command prints
 * the text.
 */
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { makePlace, testServer } from '#test/integration/cli/switchboard'
import { outcomeOf } from '#test/support/commandOutcome'
import { patience } from '#test/support/patience'

/** Control sequences that clear, set titles, link, overwrite, query and reverse text, in 7-bit and 8-bit form. */
const words =
  'x\u001B[2J\u001B]0;t\u0007\u001B]8;;https://evil.example\u001B\\y\u001B]8;;\u001B\\\u009B31m\u009D0;t\u009C\rz\b\u202Ew\u2066v\u2028u\u0085\u007F'
/**
 * The sequences as a name. They contain no zero byte, which no process argument can have, and no line feed, which no
 * name can have.
 */
const named = `n${words}`

/**
 * Returns the control characters of the text. It checks code points, so as not to depend on the expression under test.
 */
function steering(text: string): string[] {
  return Array.from(text).filter((char) => {
    const code = char.codePointAt(0) ?? 0
    const isControl = (code < 0x20 && char !== '\t' && char !== '\n') || (code >= 0x7f && code < 0xa0)
    return isControl || (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069)
  })
}

async function refusingAddress(): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(403, { 'content-type': 'text/plain' })
    response.end(words)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
}

test('no command prints control sequences, and JSON keeps every character', { timeout: 120_000 }, async () => {
  const place = await makePlace()
  const { folder, run, start } = place
  const file = join(folder, 'words.txt')
  writeFileSync(file, words)
  const server = (...args: string[]) => testServer('steering', '--words', file, ...args)

  const served = start(['serve', '--port', '0'])
  const outcome = outcomeOf(served)
  let ready = ''
  served.stdout.on('data', (chunk) => (ready += String(chunk)))
  await vi.waitFor(() => expect(ready).toContain('Data'), patience)

  const config = join(folder, 'config.json')
  const [command, ...args] = server()
  writeFileSync(config, JSON.stringify({ mcpServers: { [named]: { command, args: [...args, words] }, odd: words } }))
  const manifest = join(folder, 'manifest.json')
  writeFileSync(
    manifest,
    JSON.stringify({ id: 'p', name: named, version: words, mcpServers: { a: { command: words } } }),
  )

  const commands: (readonly string[])[] = [
    ['add', 'steering', '--description', words, '--', ...server()],
    ['call', 'described'],
    ['call', 'fail'],
    ['call', 'refuse'],
    ['call', words],
    ['add', 'refusing', '--', ...server('--refuse')],
    ['add', 'ending', '--', ...server('--end')],
    ['add', 'away', await refusingAddress()],
    ['add', 'missing', '--', `/nowhere/${words}`],
    ['add', named, '--disabled', '--', 'true', words],
    ['import', config, '--yes'],
    ['product', 'install', manifest, '--yes'],
    ['list'],
    ['tools'],
    ['calls'],
    ['calls', words],
    ['doctor', 'steering'],
    ['doctor', 'refusing'],
    ['doctor', 'ending'],
    ['doctor', 'away'],
    ['doctor', 'missing'],
    ['projects', 'add', named],
    ['projects'],
    ['enable', 'steering', '--project', named],
    ['disable', 'steering', '--project', named, '--tool', words],
    ['list', '--project', named],
    ['list', '--project', words],
    ['enable', words],
    ['remove', 'steering', '--project', named],
    ['projects', 'remove', named],
    ['remove', words],
    ['secret', 'set', words, '--value', words],
    ['secret', 'list'],
    ['token', 'create', '--client', named],
    ['token', 'list'],
    ['product', 'list'],
    ['connect', words],
    [words],
    ['list', `--${words}`],
    ['list', '--config', join(folder, words)],
    ['serve', '--data', join(file, words)],
  ]
  for (const each of commands) {
    const { stdout, stderr } = await run(...each)
    expect({ each, stdout: steering(stdout), stderr: steering(stderr) }).toEqual({ each, stdout: [], stderr: [] })
    expect(stdout + stderr).not.toBe('')
  }

  const listed = await run('tools', '--json')
  expect(steering(listed.stdout)).toEqual([])
  const tools = JSON.parse(listed.stdout) as { readonly description?: string }[]
  expect(tools.map(({ description }) => description)).toContain(words)

  served.kill('SIGTERM')
  const { stdout, stderr } = await outcome
  // The command warned about servers that did not start.
  expect(stderr).toContain('warn:')
  expect([steering(stdout), steering(stderr)]).toEqual([[], []])
})
