import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ServerSnapshot } from '#contract/servers/server'
import { makePlace, testServer } from '#test/integration/cli/switchboard'

async function prepared() {
  const place = await makePlace()
  const [command, ...args] = testServer('echo')
  const file = join(place.folder, 'claude_desktop_config.json')
  const mcpServers = {
    files: { command, args, env: { API_KEY: 'secret-value-of-a-client' } },
    other: { command, args },
    odd: { args: [] },
  }
  writeFileSync(file, JSON.stringify({ mcpServers }))
  const slugs = async () =>
    (JSON.parse((await place.run('list', '--json')).stdout) as ServerSnapshot[]).map((server) => server.slug)
  return { ...place, file, slugs }
}

test('without consent, `import` shows the complete command lines and keeps nothing', async () => {
  const { run, file, slugs } = await prepared()
  const { code, stdout, stderr } = await run('import', file)
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toContain(testServer('echo').join(' '))
  expect(stderr).toContain('sets API_KEY')
  expect(stderr).not.toContain('secret-value-of-a-client')
  expect(await slugs()).toEqual([])
})

test('with --yes, `import` imports what it can, and says what it cannot import and why', async () => {
  const { run, file, slugs } = await prepared()
  const { code, stdout, stderr } = await run('import', file, '--yes')
  expect([code, stdout]).toEqual([0, 'Imported files, other.\n'])
  expect(stderr).toMatch(/^odd +cannot be imported/m)
  expect(await slugs()).toEqual(['files', 'other'])
})

test('--only imports the named servers, and a name that is not in the file is wrong usage', async () => {
  const { run, file, slugs } = await prepared()
  expect((await run('import', file, '--yes', '--only', 'other')).code).toBe(0)
  expect(await slugs()).toEqual(['other'])
  const wrong = await run('import', file, '--yes', '--only', 'nobody')
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('nobody')])
})

test('with --json the preview is machine-readable, and the program decides', async () => {
  const { run, file } = await prepared()
  const { code, stdout } = await run('import', file, '--json')
  expect(code).toBe(1)
  expect(JSON.parse(stdout)).toHaveLength(3)
})

test('a file that is not a configuration is refused with the reason', async () => {
  const { run, folder } = await prepared()
  const file = join(folder, 'nonsense.json')
  writeFileSync(file, '{"mcpServers": [')
  const { code, stderr } = await run('import', file, '--yes')
  expect(code).toBe(1)
  expect(stderr).not.toContain('at Object')
})
