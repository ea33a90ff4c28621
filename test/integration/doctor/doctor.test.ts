import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { ExaminationVerdict } from '#contract/servers/doctor'
import { AppError } from '#contract/errors'
import { doctorFor, examined, programs } from '#test/integration/doctor/patients'
import { startRemote } from '#test/servers/remote'
import { temporaryFolder } from '#test/support/temporaryFolder'
import { testServer } from '#test/support/testEngine'
import { isRunning } from '#test/support/processList'

const node = (script: string, env: Record<string, string> = {}) => ({
  transport: 'stdio' as const,
  command: process.execPath,
  args: ['-e', script],
  env,
})
const textsOf = ({ advice }: ExaminationVerdict) => advice.map(({ text }) => text)
const pidsOf = (found: (name: string) => string[]) => found('process').map(Number)

test('a working server passes each phase in order, reports its protocol, and leaves nothing behind', async () => {
  const { events, steps, verdict, found } = await examined(testServer('echo', '--tools', '3'))
  const phases = ['values', 'command', 'program', 'spawn', 'handshake', 'listing', 'end']
  expect(steps.map(({ phase, outcome }) => [phase, outcome])).toEqual(phases.map((phase) => [phase, 'ok']))
  expect(events.filter(({ type }) => type === 'phase')).toHaveLength(phases.length)
  expect(verdict).toMatchObject({ healthy: true, era: 'legacy', advice: [], quarantined: [], exit: null })
  expect(verdict.tools).toBeGreaterThan(3)
  expect(found('runs')[0]).toContain(process.execPath)
  expect(found(process.execPath)).toEqual([process.version])
  expect(pidsOf(found).filter(isRunning)).toEqual([])
})

test('a server of the modern revision passes', async () => {
  const { verdict } = await examined(testServer('modern'))
  expect(verdict).toMatchObject({ healthy: true, era: 'modern', protocolVersion: '2026-07-28' })
})

// The most frequent fault: an app that is started from a menu does not have a terminal's PATH.
test('a command that only the login shell finds is reported with its path and what to do', async () => {
  const bin = await programs({ mytool: 'exit 0' })
  const home = await temporaryFolder()
  writeFileSync(join(home, '.profile'), `echo welcome\nPATH="$PATH:${bin}"\nexport PATH\n`)
  const environment = { PATH: '/usr/bin:/bin', HOME: home }
  const launch = { transport: 'stdio' as const, command: 'mytool' }
  const { steps, verdict } = await examined(launch, { environment, shell: '/bin/sh' })
  expect(steps.at(-1)).toMatchObject({ phase: 'command', outcome: 'failed', error: { code: 'COMMAND_FAILED' } })
  expect(textsOf(verdict)).toEqual([expect.stringContaining(`Your login shell finds it at ${bin}/mytool`)])
  expect(verdict.advice[0]?.text).toContain("the engine's environment")
})

test('a program that is not installed is reported with how to get it', async () => {
  const environment = { PATH: '/nowhere' }
  const uvx = await examined({ transport: 'stdio', command: 'uvx', args: ['x'] }, { environment })
  expect(textsOf(uvx.verdict)).toEqual([expect.stringContaining('docs.astral.sh/uv')])
  const own = await examined({ transport: 'stdio', command: 'my-server' }, { environment })
  expect(own.verdict.advice[0]?.text).toContain('Check its spelling')
})

test('other programs with the same name on the PATH are mentioned, but not the same program under another path', async () => {
  const [first, second] = [await programs({ tool: 'exit 1' }), await programs({ tool: 'exit 1' })]
  const environment = { PATH: [first, second, first].join(':') }
  const { found } = await examined({ transport: 'stdio', command: 'tool' }, { environment })
  expect(found('runs')).toEqual([join(first, 'tool')])
  expect(found('also on the PATH')).toEqual([join(second, 'tool')])
})

test('a missing value is named with the command that sets it', async () => {
  const prepareLaunch = () =>
    Promise.reject(new AppError('SECRET_MISSING', 'no value', { data: { names: ['${TOKEN}', '${env:HOST}'] } }))
  const { steps, verdict } = await examined(testServer('echo'), { patient: { prepareLaunch } })
  expect(steps.map(({ phase, outcome }) => [phase, outcome])).toEqual([['values', 'failed']])
  expect(textsOf(verdict)).toEqual([
    'The server needs TOKEN. Set it in Settings, under Secrets, or with: switchboard secret set TOKEN',
    expect.stringContaining('--allow-env'),
  ])
})

test('the environment is shown with names and origins, never with values', async () => {
  const launch = testServer('echo')
  const { events, found } = await examined({ ...launch, env: { MY_TOKEN: 'value-of-the-token' } })
  expect(found("the server's variables")).toEqual(['MY_TOKEN'])
  expect(found("the engine's variables")[0]).toMatch(/HOME.*PATH/)
  expect(JSON.stringify(events)).not.toContain('value-of-the-token')
})

test('an immediate exit is reported with the exit code, the output without secrets, and the missing variable', async () => {
  const script = `console.error('Error: API_BASE_URL is required'); console.error(process.env.KEY); process.exit(3)`
  const { steps, verdict } = await examined(node(script, { KEY: 'key-of-the-test' }), { secrets: ['key-of-the-test'] })
  expect(steps.at(-1)).toMatchObject({ phase: 'handshake', outcome: 'failed' })
  expect(verdict).toMatchObject({ healthy: false, exit: { code: 3, signal: null } })
  expect(verdict.printed.map(({ text }) => text)).toEqual(['Error: API_BASE_URL is required', '[redacted]'])
  expect(verdict.advice[0]?.text).toContain('the variable API_BASE_URL')
})

test.each([
  ["npm error 404  '@acme/none@*' is not in this registry.", '@acme/none does not exist'],
  ['  × Because acme-none was not found in the package registry and you require it', 'acme-none does not exist'],
  [
    'npm error network request to https://registry.test/x failed, reason: getaddrinfo ENOTFOUND',
    'could not be reached',
  ],
])('a package that cannot be installed is reported as %j', async (line, advice) => {
  const bin = await programs({ npx: `[ "$1" = --version ] && echo 10.9.0 && exit 0\necho "${line}" >&2\nexit 1` })
  const environment = { PATH: `${bin}:/usr/bin:/bin` }
  const { steps, verdict, found } = await examined(
    { transport: 'stdio', command: 'npx', args: ['-y', 'acme-none'] },
    { environment },
  )
  expect(steps.at(-1)).toMatchObject({ phase: 'fetch', outcome: 'failed' })
  expect(found('npx')).toEqual(['10.9.0'])
  expect(verdict.advice[0]?.text).toContain(advice)
})

test('for a program that does not speak MCP, silence is distinguished from an exit', async () => {
  const { steps, verdict, found } = await examined(testServer('mute'), { handshakeMs: 300 })
  expect(steps.at(-1)).toMatchObject({ phase: 'handshake', outcome: 'failed' })
  expect(verdict.exit).toBeNull()
  expect(verdict.advice[0]?.text).toContain('does not speak MCP on stdin and stdout')
  expect(pidsOf(found).filter(isRunning)).toEqual([])
})

test('an HTTP server that is started like a stdio server is recognised', async () => {
  const script = `console.error('Listening on http://localhost:3000/mcp'); setInterval(() => {}, 1000)`
  const { verdict } = await examined(node(script), { handshakeMs: 2_500 })
  expect(verdict.advice[0]?.text).toContain('http://localhost:3000/mcp')
})

test('extra output on stdout is harmless here, but mentioned because it breaks other clients', async () => {
  const { steps, verdict } = await examined(testServer('noisy'))
  expect(steps.find(({ phase }) => phase === 'listing')?.outcome).toBe('warning')
  expect(verdict).toMatchObject({ healthy: true })
  expect(textsOf(verdict)).toEqual([expect.stringContaining('The server printed this on stdout')])
})

test('quarantined tools are reported, each with the reason', async () => {
  const { verdict } = await examined(testServer('badSchema'))
  expect(verdict.healthy).toBe(true)
  expect(verdict.quarantined).toContainEqual({ name: 'no_schema', reason: expect.stringContaining('inputSchema') })
  expect(verdict.quarantined.map(({ name }) => name)).not.toContain('fine')
})

test('a legacy server that exits when probed for its era is asked again, as the engine does', async () => {
  const script = `
    const answer = (id, result) => console.log(JSON.stringify({ jsonrpc: '2.0', id, result }))
    require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
      const { id, method } = JSON.parse(line)
      if (method === 'server/discover') process.exit(1)
      if (method === 'initialize')
        answer(id, { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'old', version: '1' } })
      if (method === 'tools/list') answer(id, { tools: [] })
    })`
  const { steps, verdict, found } = await examined(node(script))
  expect(steps.filter(({ phase }) => phase === 'handshake').map(({ outcome }) => outcome)).toEqual(['warning', 'ok'])
  expect(verdict).toMatchObject({ healthy: true, era: 'legacy', exit: null, tools: 0 })
  expect(pidsOf(found).filter(isRunning)).toEqual([])
})

test('a program that hangs when asked for its version delays nothing for long, and is ended', async () => {
  const pidFile = join(await temporaryFolder(), 'pid')
  const script = `[ "$1" = --version ] && echo $$ > ${pidFile} && exec sleep 600\nexit 1`
  const environment = { PATH: `${await programs({ bunx: script })}:/usr/bin:/bin` }
  const { found } = await examined({ transport: 'stdio', command: 'bunx', args: ['x'] }, { environment })
  expect(found('bunx')).toEqual(['did not report its version within 5 s'])
  expect(isRunning(Number(readFileSync(pidFile, 'utf8')))).toBe(false)
})

test('an unreachable remote server is reported, and a reachable one passes', async () => {
  const gone = await examined({ transport: 'http', url: 'http://127.0.0.1:9/mcp' })
  expect(gone.steps.map(({ phase }) => phase)).not.toContain('command')
  expect(gone.verdict).toMatchObject({
    exit: null,
    advice: [{ code: 'connection-refused', about: { host: '127.0.0.1', port: '9' } }],
  })
  expect(gone.verdict).toMatchObject({
    healthy: false,
    summary: expect.stringContaining('nothing is listening at 127.0.0.1:9'),
  })
  const remote = await startRemote()
  onTestFinished(() => remote.close())
  const { verdict, found } = await examined({ transport: 'http', url: `${remote.url}?key=secret-of-the-test` })
  expect(verdict.healthy).toBe(true)
  expect(found('address')).toEqual([`${remote.url}?key=***`])
})

test('an examination that is abandoned ends its processes, so that a closed page leaves none behind', async () => {
  const doctor = await doctorFor(testServer('mute'))
  let pid = 0
  for await (const event of doctor.examine('patient', undefined, undefined)) {
    if (event.type === 'step' && event.phase === 'spawn') pid = Number(event.findings[0]?.text)
    if (event.type === 'phase' && event.phase === 'handshake') break
  }
  expect(pid).toBeGreaterThan(0)
  expect(isRunning(pid)).toBe(false)
})
