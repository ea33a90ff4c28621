/** The engine never reveals a secret in another encoding, wherever it writes or shows a server's text. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { systemClock } from '#engine/clock'
import { createEngine } from '#engine/createEngine'
import { createLog } from '#engine/log'
import { redactedMark } from '#contract/redaction'
import { newServer } from '#contract/servers/server'
import { openVault } from '#engine/secrets/openVault'
import { encodings, isFound } from '#test/support/encodings'
import { patience } from '#test/support/patience'
import { temporaryFolder } from '#test/support/temporaryFolder'
import { testPorts } from '#test/support/testPorts'
import { testServer } from '#test/support/testEngine'

const password = 's3cr3t/p&ss"w0rd+more'
const url = `postgres://ada:${password}@db.example:5432/app`
/**
 * The names of the encodings. Each log line is a string of its own, so base64 that is wrapped over several lines is
 * left out.
 */
const names = Object.keys(encodings).filter((name) => !name.startsWith('base64 at'))
const encoded = (value: string) => names.map((name) => encodings[name]?.(value) ?? '')

async function textsBeneath(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !entry.parentPath.includes('ledger'))
  return Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8')))
}

test('no record, log, cause, list of servers, examination or file contains a secret in any encoding', async () => {
  const dataFolder = await temporaryFolder()
  const ports = {
    ...testPorts(dataFolder),
    vault: openVault({ clock: systemClock, dataFolder, key: 'a long passphrase' }),
  }
  const lines: string[] = []
  const log = createLog({
    level: 'debug',
    destination: { write: (line) => lines.push(line) },
    redactor: ports.redactor,
  })
  const engine = await createEngine({ ...ports, log })
  const said = [...encoded(password), ...encoded(url)]
  const failing = join(await temporaryFolder(), 'failing.mjs')
  const printed = JSON.stringify(said.map((one) => `Error: refused ${one}\n`).join(''))
  await writeFile(failing, `process.stderr.write(${printed}, () => process.exit(1))`)
  const env = { DATABASE_URL: url }
  await engine.servers.add(newServer.parse({ name: 'echo', launch: { ...testServer('echo'), env } }))
  await engine.servers.add(
    newServer.parse({
      name: 'failing',
      launch: { transport: 'stdio', command: process.execPath, args: [failing], env },
      // The server is not retried, so its cause can still be checked.
      restart: 'never',
    }),
  )
  await vi.waitFor(() => expect(engine.registry.get('failing').state.kind).toBe('failed'), patience)
  for (const text of said)
    await engine.router.callTool(
      { kind: 'all' },
      { params: { name: 'echo', arguments: { text } }, caller: { key: 'test', capabilities: {}, ask: null } },
    )
  log.error({ said, error: new Error(said.join(' ')) }, said.join(' '))
  const examined: unknown[] = []
  for await (const event of engine.doctor.examine('failing', undefined, undefined)) examined.push(event)
  const { calls } = await engine.records.list({ limit: 100 })
  const shown = {
    records: await Promise.all(calls.map(({ id }) => engine.records.get(id))),
    servers: engine.registry.list().map(({ launch: _launch, ...server }) => server),
    printed: engine.registry.logOf('failing')?.lines() ?? [],
    examined,
    log: lines,
  }
  expect(shown.records.length).toBe(said.length)
  expect(shown.printed.length).toBeGreaterThanOrEqual(said.length)
  await engine.close()
  const places: Record<string, readonly string[]> = {
    ...Object.fromEntries(Object.entries(shown).map(([name, list]) => [name, list.map((one) => JSON.stringify(one))])),
    files: await textsBeneath(dataFolder),
  }
  for (const [name, texts] of Object.entries(places)) {
    expect([name, texts.join('').includes(redactedMark)]).toEqual([name, true])
    for (const text of texts)
      expect([name, isFound(password, text, name === 'files' ? 1 : 3) ? text : '']).toEqual([name, ''])
  }
}, 60_000)
