/** The command for hosted servers on a machine without a reachable runtime. */
import { expect, test } from 'vitest'
import { noDocker } from '#test/integration/parity/hostingSteps'
import { makePlace } from '#test/integration/cli/switchboard'

function makeBarePlace() {
  return makePlace(noDocker)
}

// Catches exit codes by which a script takes a refusal for a success, or cannot tell a typo from a machine without a
// runtime.
test('[R24] exit codes distinguish done, failed and wrong usage', async () => {
  const { run } = await makeBarePlace()
  const codeOf = async (...words: string[]) => (await run('host', ...words)).code
  expect(await codeOf('list')).toBe(0)
  expect(await codeOf('add', 'notes', '--image', 'example.com/notes:1')).toBe(1)
  expect(await codeOf('restart', 'nobody')).toBe(1)
  expect(await codeOf('logs', 'nobody')).toBe(1)
  expect(await codeOf('remove', 'nobody')).toBe(1)
  expect(await codeOf('add', 'notes')).toBe(2)
  expect(await codeOf('add', 'notes', '--image', 'notes', '--memory', 'much')).toBe(2)
  expect(await codeOf('add', 'notes', '--image', 'notes', '--provider', 'docker')).toBe(2)
  expect(await codeOf('logs', 'nobody', '--tail', '0')).toBe(2)
})

test('an empty list says how to host a server, and is an empty array as JSON', async () => {
  const { run } = await makeBarePlace()
  expect((await run('host', 'list')).stderr).toContain('switchboard host add NAME --image IMAGE')
  expect(JSON.parse((await run('host', 'list', '--json')).stdout)).toEqual([])
})

test('without a runtime, the command says so and how to get one, and never prints the value of a variable', async () => {
  const { run } = await makeBarePlace()
  const added = await run('host', 'add', 'notes', '--image', 'example.com/notes:1', '--env', 'API_KEY=hunter2-hunter2')
  expect(added.code).toBe(1)
  expect(added.stderr).toContain('Docker')
  expect(added.stdout + added.stderr).not.toContain('hunter2')
})
