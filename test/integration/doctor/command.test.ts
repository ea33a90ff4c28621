/** `doctor`, as users and scripts run it. */
import { expect, test } from 'vitest'
import type { ExaminationVerdict, Finding } from '#contract/servers/doctor'
import { makePlace, testServer } from '#test/integration/cli/switchboard'
import { isRunning } from '#test/support/processList'

type Reported = ExaminationVerdict & {
  readonly steps: readonly { readonly phase: string; readonly findings: readonly Finding[] }[]
}

test('with a configuration file, all its servers are examined: exit 1 for a broken one, with what to do', async () => {
  const { run, writeConfig } = await makePlace()
  const config = writeConfig({ good: testServer('echo'), bad: ['command-that-is-nowhere'] })
  const { code, stdout } = await run('doctor', '--config', config)
  expect(code).toBe(1)
  expect(stdout).toMatch(/^good {2}good starts and lists \d+ tools\.$/m)
  expect(stdout).toMatch(/^bad {2}does not start$/m)
  expect(stdout).toContain('what to do:')
  expect(stdout).toContain('→ Edit its command or address, in its settings.')
})

test('a script can examine one server: exit 0 if it works, and no process is left', async () => {
  const { run, writeConfig } = await makePlace()
  const config = writeConfig({ good: testServer('echo'), bad: ['command-that-is-nowhere'] })
  const { code, stdout } = await run('doctor', 'good', '--config', config, '--json')
  expect(code).toBe(0)
  const [report] = JSON.parse(stdout) as Reported[]
  expect(report).toMatchObject({ slug: 'good', healthy: true, era: 'legacy' })
  const started = report?.steps.filter(({ phase }) => phase === 'spawn').flatMap(({ findings }) => findings) ?? []
  expect(started).toHaveLength(1)
  expect(started.filter(({ text }) => isRunning(Number(text)))).toEqual([])
})

test('an unknown server is refused, and a run without servers says so', async () => {
  const { run } = await makePlace()
  const unknown = await run('doctor', 'nobody')
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('Server nobody does not exist')])
  const none = await run('doctor')
  expect([none.code, none.stderr]).toEqual([0, expect.stringContaining('No server is switched on')])
})

// Catches a missing container runtime that is not reported to a person who wants to host a server.
test('[R28] without a server it also reports what is missing here for hosting', async () => {
  const { run, writeConfig } = await makePlace({ DOCKER_HOST: 'unix:///nowhere/docker.sock' })
  const config = writeConfig({ good: testServer('echo') })
  const { code, stdout } = await run('doctor', '--config', config)
  expect(code).toBe(0)
  expect(stdout).toMatch(/^hosting {2}no runtime here isolates servers/m)
  expect(stdout).toMatch(/– .*gVisor, Firecracker, .*Plain container \(isolates less\)\n +\S.* Install /)
  expect((await run('doctor', 'good', '--config', config)).stdout).not.toContain('hosting')
})

test('the running engine examines, so the command sees what the app sees', async () => {
  const place = await makePlace()
  await place.serve()
  await place.run('add', 'echo', '--', ...testServer('echo'))
  const { code, stdout } = await place.run('doctor', 'echo', '--json')
  expect(code).toBe(0)
  const [report] = JSON.parse(stdout) as Reported[]
  expect(report?.tools).toBeGreaterThan(0)
})
