/**
 * The built `secret` command. It accepts and prints names, accepts no value on the command line, and prints no value.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { commandFile, makePlace, testServer } from '#test/integration/cli/switchboard'
import { contentsOf } from '#test/integration/secrets/vaultProcess'
import { hasPart } from '#test/support/parts/hasPart'
import { commandPath } from '#test/support/parts/parts'

const value = 'value-of-the-test'

async function makeVaultPlace(more: Readonly<Record<string, string>> = {}) {
  const place = await makePlace()
  Object.assign(place.environment, { SWITCHBOARD_VAULT_KEY: 'key of the test', ...more })
  const writeServer = (env: Readonly<Record<string, string>>) => {
    const [command, ...args] = testServer('echo')
    const file = join(place.folder, 'servers.json')
    writeFileSync(file, JSON.stringify({ mcpServers: { one: { command, args, env } } }))
    return file
  }
  return { ...place, writeServer }
}

const failed = (stderr: RegExp) => ({ code: 1, stdout: '', stderr: expect.stringMatching(stderr) as string })

test('[R4] [R31] a secret is set from stdin, listed, used and removed, each with its own command', async () => {
  const { run, runWithInput, folder } = await makeVaultPlace()
  expect(await runWithInput(`${value}\n`, 'secret', 'set', 'TOKEN')).toEqual({
    code: 0,
    stdout: 'Stored TOKEN in the vault.\n',
    stderr: '',
  })
  await run('add', 'one', '--env', 'GIVEN=<${TOKEN}>', '--', ...testServer('echo'))
  expect((await run('call', 'env', '{"name":"GIVEN"}')).stdout).toBe(`<${value}>\n`)
  expect((await run('secret', 'list')).stdout).toMatch(/^NAME +USED BY\nTOKEN +one\n$/)
  expect(await run('secret', 'list', '--json')).toEqual({
    code: 0,
    stdout: '[{"name":"TOKEN","usedBy":["one"]}]\n',
    stderr: '',
  })
  expect(await run('secret', 'remove', 'TOKEN', '--json')).toEqual({
    code: 0,
    stdout: '{"name":"TOKEN"}\n',
    stderr: '',
  })
  expect(await run('secret', 'remove', 'TOKEN')).toEqual(failed(/Secret TOKEN does not exist/))
  expect((await run('call', 'env', '{"name":"GIVEN"}')).stderr).toContain('switchboard secret set TOKEN')
  for (const [path, content] of await contentsOf(folder)) expect([path, content.includes(value)]).toEqual([path, false])
})

test.each([
  ['a value on the command line', ['secret', 'set', 'TOKEN', value]],
  ['no value', ['secret', 'set', 'TOKEN']],
  ['a project and a file', ['secret', 'list', '--project', 'Default', '--config', 'x.json']],
  ['nothing to do', ['secret']],
])('exit code 2 for %s', async (_title, words) => {
  const { runWithInput } = await makeVaultPlace()
  const { code, stdout, stderr } = await runWithInput('\n', ...words)
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).not.toContain(value)
})

test.each([
  ['an unknown project', ['secret', 'list', '--project', 'nobody'], /Project nobody does not exist/],
  ['a missing file', ['secret', 'allow-file', 'nowhere.json'], /Configuration file not found: .*nowhere\.json/],
])('exit code 1 for %s', async (_title, words, reason) => {
  const { run } = await makeVaultPlace()
  expect(await run(...words)).toEqual(failed(reason))
})

test.runIf(process.platform === 'linux')(
  'without a vault, setting a secret is refused with what to do; a server with a secret is added, with a warning',
  async () => {
    const { run, runWithInput } = await makePlace()
    expect(await runWithInput(value, 'secret', 'set', 'TOKEN')).toEqual(failed(/set SWITCHBOARD_VAULT_KEY/))
    const added = await run('add', 'one', '--env', `API_KEY=${value}`, '--', ...testServer('echo'))
    expect([added.code, added.stdout]).toEqual([0, 'Added one.\n'])
    expect(added.stderr).toContain('API_KEY: stored in clear')
    expect((await run('call', 'env', '{"name":"API_KEY"}')).stdout).toBe(`${value}\n`)
  },
)

describe('[R4] a command for a configuration file', () => {
  const call = ['call', 'env', '{"name":"T"}', '--config']

  test('uses a project’s secrets once the path of the file is allowed, and no longer once that is revoked', async () => {
    const { run, runWithInput, writeServer } = await makeVaultPlace()
    const file = writeServer({ T: '${TOKEN}' })
    await runWithInput(value, 'secret', 'set', 'TOKEN')
    expect(await run(...call, file)).toEqual(failed(/switchboard secret allow-file/))
    expect((await run('secret', 'allow-file', file)).code).toBe(0)
    expect(await run(...call, file)).toEqual({ code: 0, stdout: `${value}\n`, stderr: '' })
    await run('secret', 'allow-file', file, '--revoke')
    expect(await run(...call, file)).toEqual(failed(/switchboard secret allow-file/))
  })

  test('uses a secret that was set only for that file', async () => {
    const { run, runWithInput, writeServer } = await makeVaultPlace()
    const file = writeServer({ T: '${TOKEN}' })
    await runWithInput(value, 'secret', 'set', 'TOKEN', '--config', file)
    expect((await run('secret', 'list', '--config', file, '--json')).stdout).toContain('"TOKEN"')
    expect(await run('secret', 'list', '--json')).toMatchObject({ stdout: '[]\n' })
    expect((await run(...call, file)).stdout).toBe(`${value}\n`)
  })

  test('gives the servers of the file the environment only with --allow-env', async () => {
    const { run, writeServer } = await makeVaultPlace({ MY_TOKEN: value })
    const file = writeServer({ T: '${env:MY_TOKEN}' })
    expect((await run('secret', 'allow-env')).code).toBe(0)
    expect(await run(...call, file)).toEqual(failed(/is not allowed; allow it with: .*--allow-env/))
    expect((await run(...call, file, '--allow-env')).stdout).toBe(`${value}\n`)
  })
})

const hasTerminal = process.platform === 'linux' && hasPart('terminal')

/** Runs a command at a terminal of its own, and types `keys` when the command asks. */
async function typeAt(environment: Readonly<Record<string, string | undefined>>, cwd: string, keys: string) {
  const command = `'${process.execPath}' '${commandFile}' secret set TOKEN`
  const child = spawn(commandPath('script'), ['-qec', command, '/dev/null'], { cwd, env: environment })
  let shown = ''
  child.stdout.on('data', (chunk) => {
    shown += String(chunk)
    if (String(chunk).includes('Value of TOKEN')) child.stdin.write(keys)
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  child.stdin.end()
  return { code, shown }
}

test.runIf(hasTerminal)('at a terminal, the command asks for the value and does not echo it', async () => {
  const { environment, folder, run } = await makeVaultPlace()
  const { code, shown } = await typeAt(environment, folder, `${value}\r`)
  expect(code).toBe(0)
  expect(shown).toContain('Stored TOKEN in the vault.')
  expect(shown).not.toContain(value)
  expect((await run('secret', 'list', '--json')).stdout).toContain('"TOKEN"')
})

test.runIf(hasTerminal)('Ctrl-C at the question ends the command like any Ctrl-C, and nothing is kept', async () => {
  const { environment, folder, run } = await makeVaultPlace()
  const { code, shown } = await typeAt(environment, folder, `${value}\u0003`)
  expect([code, shown.trim()]).toEqual([130, 'Value of TOKEN:'])
  expect((await run('secret', 'list', '--json')).stdout).toBe('[]\n')
})
