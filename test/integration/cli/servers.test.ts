import { describe, expect, onTestFinished, test } from 'vitest'
import type { ServerSnapshot } from '#contract/servers/server'
import { startRemote } from '#test/servers/remote'
import { makePlace, testServer } from '#test/integration/cli/switchboard'
import { echoTools } from '#test/servers/echoTools'

test('[R10] [R12] [R16] a server is added, listed, used, switched and removed, each by its own command', async () => {
  const { run } = await makePlace()
  expect(await run('add', 'My Echo', '--', ...testServer('echo'))).toEqual({
    code: 0,
    stdout: 'Added my-echo.\n',
    stderr: '',
  })
  expect((await run('list')).stdout).toMatch(new RegExp(`^SERVER .*\\nmy-echo +not running +${echoTools.length} `))

  const tools = await run('tools')
  expect(tools.stdout).toMatch(/^echo +my-echo +Answers with what it was given\.$/m)
  expect(await run('call', 'echo', '{"text":"hello"}')).toEqual({ code: 0, stdout: 'hello\n', stderr: '' })

  expect((await run('disable', 'my-echo', '--tool', 'echo')).code).toBe(0)
  const off = await run('call', 'echo', '{"text":"hello"}')
  expect([off.code, off.stdout]).toEqual([1, ''])
  expect(off.stderr).toContain('Unknown tool: echo')
  expect((await run('enable', 'My Echo', '--tool', 'echo')).code).toBe(0)
  expect((await run('call', 'echo', '{"text":"again"}')).stdout).toBe('again\n')

  expect((await run('disable', 'my-echo')).stdout).toBe('Switched my-echo off.\n')
  expect((await run('call', 'echo', '{}')).stderr).toContain('Unknown tool: echo')
  expect((await run('remove', 'my-echo')).stdout).toBe('Removed my-echo.\n')
  expect(await run('list', '--json')).toEqual({ code: 0, stdout: '[]\n', stderr: '' })
})

test('a server that cannot start is added anyway, and the reason is shown at once', async () => {
  const { run } = await makePlace()
  const added = await run('add', 'broken', '--', 'no-such-command-anywhere')
  expect([added.code, added.stdout]).toEqual([0, 'Added broken.\n'])
  expect(added.stderr).toContain('no-such-command-anywhere')
  const listed = await run('list')
  expect(listed.stdout).toMatch(/^broken +(failed|starting|not running)/m)
})

test('`list` waits until the servers it starts have settled', async () => {
  const { run, writeConfig } = await makePlace()
  const file = writeConfig({ good: testServer('echo'), slow: testServer('slowStart'), bad: testServer('crashing') })
  const { stdout } = await run('list', '--json', '--config', file)
  const states = (JSON.parse(stdout) as ServerSnapshot[]).map(({ slug, state }) => `${slug} ${state.kind}`)
  expect(states).toEqual(['good ready', 'slow ready', expect.not.stringContaining('starting')])
})

test('[R1] a server gets its configured variables, and none of the engine’s own', async () => {
  const { run } = await makePlace()
  await run('add', 'echo', '--env', 'GIVEN=a=b', '--', ...testServer('echo'))
  expect((await run('call', 'env', '{"name":"GIVEN"}')).stdout).toBe('a=b\n')
  expect((await run('call', 'env', '{"name":"SECRET_OF_THE_ENGINE"}')).stdout).not.toContain('leaked')
  const [snapshot] = JSON.parse((await run('list', '--json')).stdout) as ServerSnapshot[]
  expect(snapshot?.launch).toMatchObject({ envNames: ['GIVEN'] })
})

test('[R5] a remote server is added by its address, with headers that no answer shows', async () => {
  const remote = await startRemote()
  onTestFinished(() => remote.close())
  const { run } = await makePlace()
  const added = await run('add', 'far', remote.url, '--header', 'X-Api-Key=hidden-value', '--json')
  const { launch } = JSON.parse(added.stdout) as ServerSnapshot
  expect(launch).toEqual({ transport: 'http', url: remote.url, headerNames: ['X-Api-Key'] })
  expect(added.stdout).not.toContain('hidden-value')
  expect((await run('call', 'echo', '{"a":1}')).stdout).toBe('{"a":1}\n')
  expect(remote.of('tools/call')[0]?.headers['x-api-key']).toBe('hidden-value')
  expect((await run('add', 'x', remote.url, '--env', 'A=b')).code).toBe(2)
  const old = await run('add', 'old', 'http://127.0.0.1:1/sse', '--transport', 'SSE', '--disabled', '--json')
  expect(JSON.parse(old.stdout)).toMatchObject({ launch: { transport: 'sse' } })
  expect((await run('add', 'x', remote.url, '--transport', 'constructor')).code).toBe(2)
  expect((await run('add', 'x', '--transport', 'sse', '--', 'command')).code).toBe(2)
  expect((await run('add', 'x', '--header', 'A=b', '--', 'command')).code).toBe(2)
})

test('options of the server’s own command are not treated as Switchboard’s', async () => {
  const { run } = await makePlace()
  const added = await run('add', 'x', '--disabled', '--json', '--', 'server', '--json', '--env', 'A', '-y')
  expect((JSON.parse(added.stdout) as ServerSnapshot).launch).toMatchObject({
    command: 'server',
    args: ['--json', '--env', 'A', '-y'],
  })
})

describe('exit code 2 means wrong usage', () => {
  test.each([
    ['no command', []],
    ['an unknown command', ['fly']],
    ['an unknown option', ['list', '--fast']],
    ['nothing to add', ['add', 'x']],
    ['a variable without a value', ['add', 'x', '--env', 'A', '--', 'server']],
    ['arguments that are not JSON', ['call', 'echo', '{']],
    ['arguments that are not an object', ['call', 'echo', '[1]']],
    ['a change where nothing is stored', ['add', 'x', '--config', 'servers.json', '--', 'server']],
    ['an invalid port', ['serve', '--port', '70000']],
  ])('%s', async (_title, words) => {
    const { run } = await makePlace()
    const { code, stdout, stderr } = await run(...words)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).not.toBe('')
  })
})

describe('exit code 1 means failure', () => {
  test.each([
    ['an unknown server', ['remove', 'nobody'], 'Server nobody does not exist.'],
    ['a missing configuration file', ['tools', '--config', 'nowhere.json'], 'nowhere.json'],
    ['a missing file to import', ['import', 'nowhere.json', '--yes'], 'nowhere.json'],
  ])('%s', async (_title, words, reason) => {
    const { run } = await makePlace()
    const { code, stdout, stderr } = await run(...words)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain(reason)
  })
})

test('help and version go to stdout, with exit code 0', async () => {
  const { run } = await makePlace()
  expect((await run('--help')).stdout).toContain('serve')
  expect((await run('--version')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  expect((await run('add', '--help')).code).toBe(0)
})
