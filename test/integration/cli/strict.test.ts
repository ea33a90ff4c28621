import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { makePlace, testServer } from '#test/integration/cli/switchboard'
import { outcomeOf } from '#test/support/commandOutcome'
import { isRunning } from '#test/support/processList'
import { patience } from '#test/support/patience'

/** Makes a configuration file with strict start. Its first server writes its pid into a file. */
async function strictPlace(second: readonly string[]) {
  const place = await makePlace()
  const pidFile = join(place.folder, 'pid')
  const [command = '', ...args] = testServer('echo')
  const [secondCommand = '', ...secondArgs] = second
  const file = join(place.folder, 'strict.json')
  const content = {
    mcpServers: {
      first: { command: 'sh', args: ['-c', `echo $$ > '${pidFile}'; exec '${command}' ${args.join(' ')}`] },
      second: { command: secondCommand, args: secondArgs },
    },
    switchboard: { start: 'strict' },
  }
  writeFileSync(file, JSON.stringify(content))
  const firstPid = () => Number(readFileSync(pidFile, 'utf8'))
  return { ...place, file, content, firstPid }
}

test.each([[[]], [['--json']]])(
  '[R6] serve %j with a file whose servers start strictly exits with 1, names the one that failed, and leaves none running',
  async (more) => {
    const { start, file, firstPid } = await strictPlace(testServer('crashing'))
    const { code, stdout, stderr } = await outcomeOf(start(['serve', '--port', '0', '--config', file, ...more]))
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain('Server second did not start:')
    expect(stderr).toContain('exited with code 3')
    expect(isRunning(firstPid())).toBe(false)
  },
)

test('[R6] serve reports ready when all servers are; an edit that breaks one stops no running server', async () => {
  const { serve, file, content, firstPid } = await strictPlace(testServer('echo'))
  const { child, ready, outcome } = await serve('--config', file)
  const list = async (path: string) => {
    const headers = { authorization: `Bearer ${ready.token}` }
    return (await (await fetch(`${ready.url}/api/v1${path}`, { headers })).json()) as Record<string, unknown>[]
  }
  expect(await list('/servers')).toMatchObject([{ state: { kind: 'ready' } }, { state: { kind: 'ready' } }])
  const [command, ...args] = testServer('crashing')
  writeFileSync(file, JSON.stringify({ ...content, mcpServers: { ...content.mcpServers, third: { command, args } } }))
  const failure = async () => (await list('/projects')).find((project) => project['file'] === file)?.['startFailure']
  await vi.waitFor(async () => expect(await failure()).toMatchObject({ server: 'third' }), patience)
  expect(await list('/servers')).toMatchObject([
    { slug: 'first', state: { kind: 'ready' } },
    { slug: 'second', state: { kind: 'ready' } },
    { slug: 'third', state: { kind: 'failed' } },
  ])
  expect(isRunning(firstPid())).toBe(true)
  child.kill('SIGTERM')
  expect((await outcome).code).toBe(0)
})

test.each([[['second']], [['first', 'second']]])(
  '[R6] serve with projects of the data folder that start strictly exits with 1 before it is ready, and names %j',
  async (failing) => {
    const place = await makePlace()
    const { serve } = place
    const { child, ready, outcome } = await serve()
    const send = async (method: string, path: string, body: object) => {
      const headers = { authorization: `Bearer ${ready.token}`, 'content-type': 'application/json' }
      const answer = await fetch(`${ready.url}/api/v1${path}`, { method, headers, body: JSON.stringify(body) })
      return (await answer.json()) as { id: string }
    }
    const { id: work } = await send('POST', '/projects', { name: 'Work' })
    for (const [name, projectId] of [
      ['first', 'default'],
      ['second', work],
    ] as const) {
      const [command, ...args] = testServer(failing.includes(name) ? 'crashing' : 'echo')
      await send('POST', '/servers', { name, projectId, launch: { transport: 'stdio', command, args } })
    }
    for (const id of ['default', work]) await send('PATCH', `/projects/${id}`, { start: 'strict' })
    child.kill('SIGTERM')
    await outcome
    const again = await outcomeOf(place.start(['serve', '--port', '0', '--json']))
    expect([again.code, again.stdout]).toEqual([1, ''])
    for (const name of ['first', 'second'])
      expect(again.stderr.includes(`Server ${name} did not start:`)).toBe(failing.includes(name))
    // Commands that only look at the servers, or use other servers, still work.
    expect((await place.run('list')).code).toBe(0)
  },
)
