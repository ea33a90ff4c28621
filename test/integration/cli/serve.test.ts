import { once } from 'node:events'
import { chmodSync, lstatSync, mkdirSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { ServerSnapshot } from '#contract/servers/server'
import { makePlace, testServer, token } from '#test/integration/cli/switchboard'
import type { Place } from '#test/integration/cli/switchboard'
import { outcomeOf } from '#test/support/commandOutcome'
import { isRunning } from '#test/support/processList'
import { patience } from '#test/support/patience'

interface Served {
  readonly ready: { readonly url: string; readonly token: string }
}

async function rest<T>({ ready }: Served, path: string, body?: unknown): Promise<T> {
  const response = await fetch(`${ready.url}/api/v1${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${ready.token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return (await response.json()) as T
}

async function listedTools(served: Served): Promise<string[]> {
  return (await rest<{ name: string }[]>(served, '/tools/listed')).map((tool) => tool.name)
}

test('`serve` prints its address in one line of JSON, serves, and exits cleanly on SIGTERM', async () => {
  const { serve, dataFolder } = await makePlace()
  const { child, ready, outcome } = await serve()
  expect(ready).toEqual({
    ready: true,
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    token,
    pid: child.pid,
  })
  expect((await fetch(`${ready.url}/healthz`)).status).toBe(200)
  child.kill('SIGTERM')
  const { code, stdout, stderr } = await outcome
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout.trimEnd().split('\n')).toHaveLength(1)
  expect(readdirSync(dataFolder)).not.toContain('control.sock')
  expect(readdirSync(dataFolder)).not.toContain('engine.json')
})

test('every file and folder in a data folder is private, whatever the mode of the folder itself', async () => {
  const { serve, run, dataFolder } = await makePlace()
  mkdirSync(dataFolder)
  chmodSync(dataFolder, 0o755)
  const { child, outcome } = await serve()
  await run('add', 'echo', '--', ...testServer('echo'))
  await run('call', 'echo', '{"text":"x"}')
  const open = readdirSync(dataFolder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => (lstatSync(join(dataFolder, name)).mode & 0o077) !== 0,
  )
  expect(open).toEqual([])
  child.kill('SIGTERM')
  await outcome
  expect(statSync(dataFolder).mode & 0o777).toBe(0o755)
})

test('at a terminal, `serve` prints addresses to open and to copy, and no JSON', async () => {
  const { start } = await makePlace()
  const child = start(['serve', '--port', '0'])
  const outcome = outcomeOf(child)
  let text = ''
  child.stdout.on('data', (chunk) => (text += String(chunk)))
  await vi.waitFor(() => expect(text).toContain('Data'), patience)
  child.kill('SIGINT')
  expect((await outcome).code).toBe(0)
  expect(text).toMatch(/http:\/\/127\.0\.0\.1:\d+\/#ticket=[\w-]{43}\n/)
  expect(text).not.toContain(`#token=${token}`)
  expect(text).toMatch(/http:\/\/127\.0\.0\.1:\d+\/mcp\n/)
  expect(text).not.toContain('\u001B[')
})

test('SIGTERM also ends an engine that is not ready yet', async () => {
  const { start, dataFolder } = await makePlace()
  const child = start(['serve', '--port', '0', '--json'])
  const outcome = outcomeOf(child)
  await vi.waitFor(() => expect(readdirSync(dataFolder)).toContain('engine.json'), patience)
  child.kill('SIGTERM')
  expect((await outcome).code).toBe(0)
})

test('[R7] an engine that exits cleanly ends its servers', async () => {
  const { serve, run } = await makePlace()
  await run('add', 'echo', '--', ...testServer('echo'))
  const { child, outcome } = await serve()
  const pid = Number((await run('call', 'pid')).stdout)
  expect(isRunning(pid)).toBe(true)
  child.kill('SIGTERM')
  expect((await outcome).code).toBe(0)
  expect(isRunning(pid)).toBe(false)
})

test('a second engine on the same data folder is refused, and the refusal names the process that has the folder', async () => {
  const { serve, run } = await makePlace()
  const { child } = await serve()
  const second = await run('serve', '--port', '0', '--json')
  expect([second.code, second.stdout]).toEqual([1, ''])
  expect(second.stderr).toContain(`process ${child.pid}`)
})

test('a taken port is reported with its holder, and nothing keeps running', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  onTestFinished(() => void other.close())
  const { port } = other.address() as AddressInfo
  const { run, dataFolder } = await makePlace()
  const { code, stderr } = await run('serve', '--port', String(port))
  expect(code).toBe(1)
  expect(stderr).toContain(`Port ${port} is already used by`)
  expect(readdirSync(dataFolder)).not.toContain('engine.json')
})

test('commands find the running engine: their changes take effect at once, for its clients too', async () => {
  const { serve, run } = await makePlace()
  const served = await serve()
  await run('add', 'echo', '--', ...testServer('echo'))
  expect(await listedTools(served)).toContain('echo')
  const [server] = JSON.parse((await run('list', '--json')).stdout) as ServerSnapshot[]
  expect(server?.state.kind).toBe('ready')
  await run('disable', 'echo', '--tool', 'echo')
  expect(await listedTools(served)).not.toContain('echo')
  const events = await rest<ServerSnapshot[]>(served, '/servers')
  expect(events.map((each) => each.tools.enabled)).toEqual([(server?.tools.total ?? 0) - 1])
})

test('commands that start at the same moment without an engine share one, and all are answered', async () => {
  const { run } = await makePlace()
  await run('add', 'echo', '--', ...testServer('echo'))
  const calls = [1, 2, 3, 4, 5].map((number) => run('call', 'echo', JSON.stringify({ text: `number ${number}` })))
  const outcomes = await Promise.all(calls)
  expect(outcomes.map(({ code, stdout, stderr }) => [code, stdout, stderr])).toEqual(
    [1, 2, 3, 4, 5].map((number) => [0, `number ${number}\n`, '']),
  )
})

test('[R17] concurrent calls from several clients each get their own answer', async () => {
  const { serve, writeConfig } = await makePlace()
  const served = await serve(
    '--config',
    writeConfig({ one: testServer('echo'), two: testServer('echo', '--name', 'two') }),
  )
  await listedTools(served)
  const texts = Array.from({ length: 50 }, (_, number) => `text ${number}`)
  const answers = await Promise.all(
    texts.map((text, index) =>
      rest<{ content: { text: string }[] }>(served, '/tools/call', {
        name: index % 2 === 0 ? 'one__echo' : 'two__echo',
        arguments: { text },
      }),
    ),
  )
  expect(answers.map(({ content }) => content[0]?.text)).toEqual(texts)
})

test('edits to a configuration file are applied while it is served, and a broken edit changes nothing', async () => {
  const place: Place = await makePlace()
  const served = await place.serve('--config', place.writeConfig({ one: testServer('echo') }))
  expect(await listedTools(served)).toContain('echo')
  place.writeConfig({ one: testServer('echo'), two: testServer('echo', '--tools', '2') })
  await vi.waitFor(async () => expect(await listedTools(served)).toContain('extra_2'), patience)
  place.writeConfig({})
  await vi.waitFor(async () => expect(await listedTools(served)).toEqual([]), patience)
})

test('errors appear at the terminal and in the log of the data folder', async () => {
  const { serve, writeConfig, dataFolder } = await makePlace()
  const { child, outcome, ready } = await serve(
    '--config',
    writeConfig({ dying: testServer('crashing', '--when', 'start') }),
  )
  await listedTools({ ready })
  child.kill('SIGTERM')
  expect((await outcome).stderr).toContain('dying')
  const log = readFileSync(join(dataFolder, 'logs', 'switchboard.log'), 'utf8')
  expect(log).toContain('dying')
  expect(log).not.toContain(token)
})
