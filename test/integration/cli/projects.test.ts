/** One server in several projects, set up only with commands. */
import { expect, test } from 'vitest'
import type { ProjectServer } from '#contract/projectServers'
import type { ServerSnapshot } from '#contract/servers/server'
import type { ToolSnapshot } from '#contract/tools/tool'
import { makePlace, testServer } from '#test/integration/cli/switchboard'
import { echoTools } from '#test/servers/echoTools'

const echo = ['--', ...testServer('echo')]

/** Starts an engine with a server `echo` in the default project and in a project called Work. */
async function sharedPlace() {
  const place = await makePlace()
  const { ready } = await place.serve('--no-ui')
  const done = async (...words: string[]) => {
    const outcome = await place.run(...words)
    expect(outcome).toMatchObject({ code: 0 })
    return outcome.stdout
  }
  await done('add', 'echo', ...echo)
  await done('projects', 'add', 'Work')
  await done('add', 'echo', '--project', 'Work', ...echo)
  const json = async <T>(...words: string[]) => JSON.parse(await done(...words, '--json')) as T
  const rest = async <T>(path: string, method = 'GET', body?: object) => {
    const headers = { authorization: `Bearer ${ready.token}`, 'content-type': 'application/json' }
    const given = body === undefined ? {} : { body: JSON.stringify(body) }
    return (await (await fetch(`${ready.url}/api/v1${path}`, { method, headers, ...given })).json()) as T
  }
  return { ...place, done, json, rest }
}

test('[R2] [R12] an existing server is put into a project, and is off in one without being off in the other', async () => {
  const { run, done, json } = await sharedPlace()
  // The server exists once. It was not copied.
  expect(await json<ServerSnapshot[]>('list')).toMatchObject([{ slug: 'echo', enabledIn: { length: 2 } }])
  expect(await done('projects')).toMatch(/^Default +1 of 1 .*\nWork +1 of 1 /m)

  expect(await done('disable', 'echo', '--project', 'Work')).toBe('Switched echo off in Work.\n')
  expect(await done('projects')).toMatch(/^Default +1 of 1 .*\nWork +0 of 1 /m)
  expect(await done('list')).toMatch(/^SERVER .*PROJECTS.*\necho .* Default, Work \(off\) /)
  expect(await done('list', '--project', 'Work')).toMatch(/^SERVER +STATE +TOOLS +RUNS\necho +off /)
  expect(await done('call', 'echo', '{"text":"hi"}')).toBe('hi\n')
  expect(await done('call', 'echo', '{"text":"hi"}', '--project', 'default')).toBe('hi\n')
  const off = await run('call', 'echo', '{"text":"hi"}', '--project', 'Work')
  expect([off.code, off.stderr]).toEqual([1, expect.stringContaining('Unknown tool: echo')])

  expect(await done('enable', 'echo')).toBe('Switched echo on in all 2 projects.\n')
  expect(await done('call', 'echo', '{"text":"hi"}', '--project', 'Work')).toBe('hi\n')
})

test('[R12] [R13] a tool that is off in one project is on in the others, for `tools` and for `call`', async () => {
  const { run, done, json } = await sharedPlace()
  const names = async (...words: string[]) =>
    (await json<{ name: string }[]>('tools', ...words)).map(({ name }) => name).sort()
  const all = await names('--project', 'default')
  expect(await done('disable', 'echo', '--project', 'Work', '--tool', 'echo', '--tool', 'add')).toBe(
    'Switched echo, add of echo off in Work.\n',
  )
  expect(await names('--project', 'Work', '--server', 'echo')).toEqual(
    all.filter((name) => name !== 'echo' && name !== 'add'),
  )
  expect(await names('--project', 'default')).toEqual(all)
  expect((await run('call', 'add', '{"a":1,"b":2}', '--project', 'Work')).code).toBe(1)
  expect(await done('call', 'add', '{"a":1,"b":2}', '--project', 'default')).toBe('3\n')
  // Without a project, the change applies to all.
  expect(await done('enable', 'echo', '--tool', 'echo')).toBe('Switched echo of echo on in all 2 projects.\n')
  expect(await names('--project', 'Work')).toContain('echo')
})

test('the list of a project’s servers matches REST, and contains their state', async () => {
  const { done, json, rest } = await sharedPlace()
  await done('disable', 'echo', '--project', 'Work', '--tool', 'echo')
  await done('disable', 'echo', '--project', 'Work')
  const listed = await json<ServerSnapshot[]>('list', '--project', 'Work')
  const pairs = await rest<ProjectServer[]>('/projects/Work/servers')
  expect(pairs).toMatchObject([{ enabled: false, tools: { total: echoTools.length, enabled: echoTools.length - 1 } }])
  expect(listed).toMatchObject(pairs)
  expect(listed).toMatchObject([{ name: 'echo', projects: { length: 2 }, launch: { transport: 'stdio' } }])
  expect(await json<ServerSnapshot[]>('list')).toMatchObject([{ enabled: true, tools: { enabled: echoTools.length } }])
})

test('a server with another launch does not count as the same: it is refused, and nothing is added or changed', async () => {
  const { run, done, json } = await sharedPlace()
  await done('projects', 'add', 'Third')
  const before = await json<ServerSnapshot[]>('list')
  const other = await run('add', 'echo', '--project', 'Third', '--', ...testServer('echo', '--name', 'other'))
  expect([other.code, other.stdout]).toEqual([1, ''])
  expect(other.stderr).toMatch(/Server echo already exists with a different launch\. .*another name/)
  expect(await json('list')).toEqual(before)
  // Settings other than the launch apply to all projects. `add` does not change them as a side effect.
  const put = await run('add', 'echo', '--project', 'Third', '--trusted', '--disabled', ...echo)
  expect([put.code, put.stdout]).toEqual([0, 'echo is now in Third, switched off.\n'])
  expect(put.stderr).toContain('--trusted: left unchanged')
  expect(await json<ServerSnapshot[]>('list')).toMatchObject([
    { trusted: false, projects: { length: 3 }, enabledIn: { length: 2 } },
  ])
  expect(await done('add', 'other', '--project', 'Third', ...echo)).toBe('Added other to Third.\n')
  expect(await json<ServerSnapshot[]>('list', '--project', 'Third')).toHaveLength(2)
  expect(await json<ServerSnapshot[]>('list', '--project', 'default')).toHaveLength(1)
})

test('a server taken out of its projects stays, is listed without a project, and is put in again with one command', async () => {
  const { run, done, json } = await sharedPlace()
  expect(await done('remove', 'echo', '--project', 'Work')).toBe(
    'Removed echo from Work. It stays in 1 other project.\n',
  )
  expect(await done('remove', 'echo', '--project', 'default')).toBe(
    'Removed echo from default. It is now in no project, and stopped.\n',
  )
  expect(await done('list')).toMatch(/^echo +off .* in no project /m)
  for (const words of [
    ['enable', 'echo'],
    ['disable', 'echo', '--tool', 'echo'],
  ]) {
    const { code, stderr } = await run(...words)
    expect([code, stderr]).toEqual([1, expect.stringContaining('switchboard enable echo --project NAME')])
  }
  expect(await done('enable', 'echo', '--project', 'Work')).toBe('Added echo to Work.\n')
  expect(await done('call', 'echo', '{"text":"back"}', '--project', 'Work')).toBe('back\n')
  expect(await done('projects', 'remove', 'Work')).toBe(
    'Removed Work. Its servers stay: echo. Now in no project, and stopped: echo.\n',
  )
  expect(await done('remove', 'echo')).toBe('Removed echo.\n')
  expect(await json('list')).toEqual([])
})

test('the doctor examines a project’s servers with that project’s settings', async () => {
  const { run, done, json } = await sharedPlace()
  await done('add', 'broken', '--project', 'Work', '--', 'no-such-command-anywhere')
  expect(await json('doctor', '--project', 'default')).toMatchObject([{ slug: 'echo', healthy: true }])
  const work = await run('doctor', '--project', 'Work', '--json')
  expect(work.code).toBe(1)
  expect(JSON.parse(work.stdout)).toMatchObject([
    { slug: 'echo', healthy: true },
    { slug: 'broken', healthy: false },
  ])
  expect(await json('doctor', 'echo', '--project', 'Work')).toMatchObject([{ slug: 'echo', healthy: true }])
})

test('a tool is switched by its name in the project, which is what `tools` shows', async () => {
  const { done, rest } = await sharedPlace()
  await rest('/projects/Work/tools', 'PATCH', { server: 'echo', name: 'add', publicName: 'sum' })
  expect(await done('call', 'sum', '{"a":1,"b":2}', '--project', 'Work')).toBe('3\n')
  await done('disable', 'echo', '--tool', 'sum', '--project', 'Work')
  const tools = await rest<ToolSnapshot[]>('/tools?server=echo&projectId=Work')
  expect(tools.filter(({ enabled }) => !enabled).map(({ name }) => name)).toEqual(['add'])
})

const unknownProject = 'Project Wrok does not exist. Existing projects: Default, Work.'
const impossible: readonly (readonly [readonly string[], string])[] = [
  [['list', '--project', 'Wrok'], unknownProject],
  [['tools', '--project', 'Wrok'], unknownProject],
  [['call', 'echo', '--project', 'Wrok'], unknownProject],
  [['doctor', '--project', 'Wrok'], unknownProject],
  [['chat', 'hello', '--project', 'Wrok'], unknownProject],
  [['add', 'echo', '--project', 'Wrok', ...echo], unknownProject],
  [['enable', 'echo', '--project', 'Wrok'], unknownProject],
  [['disable', 'echo', '--project', 'Wrok', '--tool', 'echo'], unknownProject],
  [['remove', 'echo', '--project', 'Wrok'], unknownProject],
  [['projects', 'remove', 'Wrok'], unknownProject],
  [['enable', 'nobody', '--project', 'Work'], 'Existing servers: echo, mine.'],
  [['tools', '--server', 'mine', '--project', 'Work'], 'switchboard enable mine --project Work'],
  [['disable', 'mine', '--project', 'Work'], 'switchboard enable mine --project Work'],
  [['remove', 'mine', '--project', 'Work'], 'switchboard enable mine --project Work'],
  [['disable', 'echo', '--project', 'Work', '--tool', 'ecko'], 'Its tools: echo, '],
  [['disable', 'echo', '--tool', 'echo', '--tool', 'ecko'], 'Its tools: echo, '],
  [['projects', 'add', 'Work'], 'Work'],
]

test('exit code 1: a missing thing is named with what to do, by every command, and nothing is changed', async () => {
  const { run, done, json } = await sharedPlace()
  await done('add', 'mine', '--disabled', '--', 'true')
  const before = await json('list')
  for (const [words, advice] of impossible) {
    const outcome = await run(...words)
    expect({ words, ...outcome }).toEqual({ words, code: 1, stdout: '', stderr: expect.stringContaining(advice) })
  }
  expect(await json('list')).toEqual(before)
})

test.each([
  [['projects', 'fly']],
  [['projects', 'add']],
  [['projects', 'remove']],
  [['list', '--project']],
  [['projects', 'add', 'x', '--config', 'servers.json']],
  [['projects', 'remove', 'x', '--config', 'servers.json']],
  [['add', 'x', '--project', 'x', '--config', 'servers.json', '--', 'server']],
  [['enable', 'x', '--project', 'x', '--config', 'servers.json']],
  [['remove', 'x', '--project', 'x', '--config', 'servers.json']],
])('exit code 2, and nothing done: %j', async (words) => {
  const { run } = await makePlace()
  const { code, stdout, stderr } = await run(...words)
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).not.toBe('')
})

test('with a file, its project can be named, and other projects have none of its servers', async () => {
  const { run, writeConfig } = await makePlace()
  const file = ['--config', writeConfig({ one: testServer('echo') })]
  const listed = await run('list', '--project', 'servers', '--json', ...file)
  expect(JSON.parse(listed.stdout)).toMatchObject([{ slug: 'one', state: { kind: 'ready' } }])
  // The table has no column for projects, because only one project has servers.
  expect((await run('list', ...file)).stdout).toMatch(/^SERVER +STATE +TOOLS +RUNS\n/)
  expect((await run('call', 'echo', '{"text":"hi"}', '--project', 'servers', ...file)).stdout).toBe('hi\n')
  expect(JSON.parse((await run('tools', '--project', 'default', '--json', ...file)).stdout)).toEqual([])
  expect((await run('projects', ...file)).stdout).toMatch(/^servers +1 of 1 .*servers\.json$/m)
})
