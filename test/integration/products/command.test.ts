/** `switchboard product` and `switchboard calls`, as built. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makePlace, testServer } from '#test/integration/cli/switchboard'

const [command, ...args] = testServer('echo')

function writeManifest(folder: string, version: string, servers: readonly string[]): string {
  const file = join(folder, 'pack.yaml')
  const entries = servers.map(
    (name) => `    ${name}:\n      command: ${command}\n      args: ${JSON.stringify(args)}\n`,
  )
  writeFileSync(file, `id: pack\nname: The pack\nversion: ${version}\nmcp:\n  servers:\n${entries.join('')}`)
  return file
}

test('[R3] a product is shown before it is installed, installed with --yes, updated and removed', async () => {
  const place = await makePlace()
  const first = writeManifest(place.folder, '1.0.0', ['one'])
  const shown = await place.run('product', 'install', first)
  expect(shown).toMatchObject({ code: 1, stdout: '' })
  expect(shown.stderr).toContain('add    one:')
  expect(shown.stderr).toContain('echo.js')
  expect(shown.stderr).toContain('Nothing was installed.')

  expect(await place.run('product', 'install', first, '--yes')).toMatchObject({ code: 0, stdout: 'Installed one.\n' })
  const second = await place.run('product', 'install', writeManifest(place.folder, '2.0.0', ['one', 'two']), '--yes')
  expect(second.stderr).toContain('1.0.0 → 2.0.0')
  const listed = await place.run('product', 'list', '--json')
  expect(JSON.parse(listed.stdout)).toMatchObject([
    { id: 'pack', version: '2.0.0', projects: [{ projectId: 'default', servers: ['one', 'two'] }] },
  ])
  expect(await place.run('product', 'uninstall', 'pack')).toMatchObject({ code: 0, stdout: 'Removed one, two.\n' })
  expect(await place.run('product', 'uninstall', 'pack')).toMatchObject({ code: 1 })
  expect(JSON.parse((await place.run('list', '--json')).stdout)).toEqual([])
}, 60_000)

test('[R3] an update that affects another project names that project', async () => {
  const place = await makePlace()
  await place.run('product', 'install', writeManifest(place.folder, '1.0.0', ['one', 'two']), '--yes')
  await place.run('projects', 'add', 'Work')
  await place.run('enable', 'one', '--project', 'Work')
  const file = writeManifest(place.folder, '2.0.0', ['one', 'two'])
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll('args: [', 'args: ["--no-warnings", '))
  const shown = await place.run('product', 'install', file)
  expect(shown.stderr).toMatch(/update one:\n +also in Work\n[^]*update two:\n(?! +also in)/)
}, 60_000)

test('[R4] secrets that a product needs are named before it is installed, with how to set the missing ones', async () => {
  const place = await makePlace()
  const file = join(place.folder, 'pack.json')
  const write = (mode: string) => {
    const server = { command, args, env: { KEY: '${API_KEY}', MODE: mode }, disabled: true }
    const two = { url: 'https://example.com/mcp', headers: { Authorization: 'Bearer ${API_KEY}' }, disabled: true }
    writeFileSync(file, JSON.stringify({ id: 'p', name: 'P', version: '1', mcp: { servers: { server, two } } }))
  }
  write('a')
  const first = await place.run('product', 'install', file, '--yes')
  expect(first.stderr).toContain('API_KEY (server, two) is not set yet: switchboard secret set API_KEY')
  write('b')
  const second = await place.run('product', 'install', file)
  // Only a plain variable has changed, so the message names the old and new value.
  expect(second.stderr).toMatch(/update server:[^]*MODE[^]*b[^]*was[^]*MODE[^]*a/)
}, 60_000)

test('a wrong manifest is refused with each problem; nothing is installed', async () => {
  const place = await makePlace()
  const file = join(place.folder, 'wrong.json')
  writeFileSync(
    file,
    JSON.stringify({ id: 'x', name: 'X', version: '1', mcp: { servers: { a: {}, b: { command: 1 } } } }),
  )
  const { code, stderr } = await place.run('product', 'install', file, '--yes')
  expect(code).toBe(1)
  expect(stderr).toContain('mcp.servers.a: expected a command')
  expect(stderr).toContain('mcp.servers.b.command: expected a string, got number')
  expect((await place.run('product', 'install', join(place.folder, 'none'))).stderr).toContain('Could not read')
  expect(await place.run('product', 'install', file, '--config', file)).toMatchObject({ code: 2 })
})

test('[R23] `calls` shows each call, its caller and outcome, and shows one call completely', async () => {
  const place = await makePlace()
  const { child } = await place.serve()
  await place.run('add', 'echo', '--', command ?? '', ...args)
  await place.run('call', 'echo', '{"text":"hello"}')
  await place.run('call', 'fail')
  await place.run('call', 'nothing')
  const failed = await place.run('calls', '--failed', '--json')
  expect(JSON.parse(failed.stdout)).toMatchObject([
    { tool: 'nothing', status: 'failed', errorCode: 'UNKNOWN_TOOL', run: { kind: 'person' } },
    { tool: 'fail', status: 'failed', isError: true },
  ])
  const found = JSON.parse((await place.run('calls', '--text', 'HELLO', '--json')).stdout) as { id: string }[]
  expect(found).toHaveLength(1)
  const shown = await place.run('calls', found[0]?.id ?? '')
  expect(shown.stdout).toContain('{"text":"hello"}')
  expect((await place.run('calls', '--server', 'echo')).stdout).toMatch(/failed \(reported by the tool\)/)
  expect(await place.run('calls', 'nonsense')).toMatchObject({ code: 2 })
  expect(await place.run('calls', '0'.repeat(20))).toMatchObject({ code: 1 })
  child.kill('SIGTERM')
}, 60_000)
