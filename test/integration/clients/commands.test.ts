/** `import` from clients and `export`, as users run them. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import type { ServerSnapshot } from '#contract/servers/server'
import { makePlace, testServer } from '#test/integration/cli/switchboard'

const [command = '', ...args] = testServer('echo')

async function prepared() {
  const place = await makePlace()
  const write = (path: string, content: unknown) => {
    mkdirSync(dirname(join(place.folder, path)), { recursive: true })
    writeFileSync(join(place.folder, path), JSON.stringify(content))
  }
  const list = async (...more: string[]) =>
    JSON.parse((await place.run('list', '--json', ...more)).stdout) as ServerSnapshot[]
  return { ...place, write, list }
}

test('`import` with a client’s name reads all files of that client, imports each server only once, and never our own entry', async () => {
  const { run, write, list, folder } = await prepared()
  write('.cursor/mcp.json', {
    mcpServers: {
      echo: { command, args, env: { API_TOKEN: '${env:API_TOKEN}' } },
      switchboard: { command: 'switchboard', args: ['stdio'] },
    },
  })
  const first = await run('import', 'cursor', '--yes')
  expect([first.code, first.stdout]).toEqual([0, 'Imported echo.\n'])
  expect(first.stderr).toContain(join(folder, '.cursor/mcp.json'))
  expect(first.stderr).toContain('switchboard secret set API_TOKEN')
  const second = await run('import', 'cursor', '--yes')
  expect([second.code, second.stdout]).toEqual([0, 'Everything in it has already been imported.\n'])
  expect((await list()).map(({ slug }) => slug)).toEqual(['echo'])
})

test('a client that is not installed on this machine is refused', async () => {
  const { run } = await prepared()
  const { code, stderr } = await run('import', 'zed')
  expect([code, stderr]).toEqual([1, expect.stringContaining('No configuration for zed was found')])
})

// A foreign file must not run anything before the user has seen the command.
test('nothing is started before the user agrees, and the import command itself starts nothing', async () => {
  const { run, write, folder } = await prepared()
  const traces = join(folder, 'started')
  write('.cursor/mcp.json', { mcpServers: { a: { command: 'sh', args: ['-c', `echo x > ${traces}`] } } })
  expect((await run('import', 'cursor')).code).toBe(1)
  expect((await run('import', 'cursor', '--yes')).code).toBe(0)
  expect((await run('export')).code).toBe(0)
  expect(existsSync(traces)).toBe(false)
})

test(
  'an export contains no values of secrets, never overwrites a file, and can be imported again',
  { timeout: 60_000 },
  async () => {
    const { run, list, folder } = await prepared()
    const environment = ['--env', 'API_TOKEN=value-of-the-token', '--env', 'MODE=fast']
    await run('add', 'Echo', ...environment, '--', command, ...args)
    await run('disable', 'echo', '--tool', 'fail')
    const file = join(folder, 'export.json')
    const { code, stderr } = await run('export', file)
    expect([code, stderr]).toEqual([0, expect.stringContaining('API_TOKEN')])
    expect(readFileSync(file, 'utf8')).not.toContain('value-of-the-token')
    const again = await run('export', file)
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('--force')])
    expect((await run('export', file, '--force')).code).toBe(0)

    const other = ['--data', join(folder, 'other')]
    expect((await run('import', file, '--yes', ...other)).stderr).toContain('switchboard secret set API_TOKEN')
    const [server] = await list(...other)
    expect(server).toMatchObject({ name: 'Echo', launch: { command, args, envNames: ['API_TOKEN', 'MODE'] } })
    const back = await run('export', ...other)
    expect(JSON.parse(back.stdout)).toEqual(JSON.parse(readFileSync(file, 'utf8')))
  },
)

test('an export has a client’s format, or that of a configuration file', async () => {
  const { run, writeConfig } = await prepared()
  const config = writeConfig({ echo: [command, ...args] })
  const { code, stdout } = await run('export', '--config', config, '--format', 'vscode')
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toEqual({ inputs: [], servers: { echo: { type: 'stdio', command, args } } })
})

test('an unknown format or project is wrong usage', async () => {
  const { run } = await prepared()
  expect((await run('export', '--format', 'emacs')).code).toBe(2)
  const { code, stderr } = await run('export', '--project', 'nobody')
  expect([code, stderr]).toEqual([1, expect.stringContaining('Project nobody does not exist')])
})

test('a name conflict is flagged, and skipped, renamed or replaced as requested; a missing command is flagged', async () => {
  const { run, write, list, folder } = await prepared()
  const file = join(folder, 'mcp.json')
  write('mcp.json', { mcpServers: { echo: { command, args } } })
  expect((await run('import', file, '--yes')).code).toBe(0)
  write('mcp.json', {
    mcpServers: { echo: { command: 'no-such-program', args: ['2'] }, more: { command, args: ['x'] } },
  })
  const skipped = await run('import', file, '--yes')
  expect([skipped.code, skipped.stdout]).toEqual([0, 'Imported more.\n'])
  expect(skipped.stderr).toContain('its name is taken by echo')
  expect(skipped.stderr).toContain('no-such-program was not found on this machine')
  expect(skipped.stderr).toContain('echo is skipped')
  expect((await run('import', file, '--only', 'echo', '--rename', 'echo=other', '--yes')).stdout).toBe(
    'Imported other.\n',
  )
  expect((await run('import', file, '--only', 'echo', '--replace', 'echo', '--yes')).stdout).toBe('Imported echo.\n')
  expect((await list()).map(({ slug }) => slug).sort()).toEqual(['echo', 'more', 'other'])
})

test('a command line from a README, which adds a server to another client, can be pasted and imported', async () => {
  const { run, list, folder } = await prepared()
  const file = join(folder, 'pasted.txt')
  writeFileSync(file, '```bash\nclaude mcp add far -t http https://mcp.example.com/mcp -H "X-Key: abc"\n```\n')
  expect((await run('import', file, '--yes')).stdout).toBe('Imported far.\n')
  expect((await list())[0]).toMatchObject({ name: 'far', launch: { url: 'https://mcp.example.com/mcp' } })
  writeFileSync(file, 'npx -y "unclosed')
  expect((await run('import', file)).stderr).toContain('line 1, column 8')
})
