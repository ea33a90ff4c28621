import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test, vi } from 'vitest'
import { outcomeOf } from '#test/support/commandOutcome'
import { temporaryFolder } from '#test/support/temporaryFolder'
import { patience } from '#test/support/patience'

const startFile = join(import.meta.dirname, '..', '..', '..', 'scripts', 'start.mjs')
async function start(environment: Readonly<Record<string, string>>, under: readonly string[], ...words: string[]) {
  const folder = await temporaryFolder()
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    SWITCHBOARD_DATA: join(folder, 'data'),
    SWITCHBOARD_TOKEN: 'token-of-the-test',
    ...environment,
  }
  const [command = '', ...args] = [...under, process.execPath, startFile, ...words]
  const child = spawn(command, args, { env, stdio: 'pipe' })
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  })
  return child
}

test('without a display, the start says so in one line, serves the page, and prints an address that signs in once', async () => {
  // Other systems always have a display. There, the test removes Electron instead.
  const [reason, environment] =
    process.platform === 'linux'
      ? ['there is no display', {}]
      : ['Electron is not installed here', { ELECTRON_OVERRIDE_DIST_PATH: await temporaryFolder() }]
  const child = await start(environment, [], '--port', '0')
  const outcome = outcomeOf(child)
  let printed = ''
  child.stdout.on('data', (chunk) => (printed += String(chunk)))
  await vi.waitFor(() => expect(printed).toContain('Data'), patience)
  const address = /http:\/\/127\.0\.0\.1:\d+\/(?=#ticket=[\w-]{43}\n)/.exec(printed)?.[0] ?? ''
  expect(await (await fetch(address)).text()).toContain('<title>')
  child.kill('SIGTERM')
  const { code, stderr } = await outcome
  expect(code).toBe(0)
  expect(stderr).toMatch(new RegExp(`^No window, because ${reason}.*\n$`, 'm'))
})

test('with a display but without Electron, the start also serves the page', async () => {
  const empty = await temporaryFolder()
  const child = await start({ DISPLAY: ':99', ELECTRON_OVERRIDE_DIST_PATH: empty }, [], '--port', '0', '--json')
  const outcome = outcomeOf(child)
  let printed = ''
  child.stdout.on('data', (chunk) => (printed += String(chunk)))
  await vi.waitFor(() => expect(printed).toContain('"ready":true'), patience)
  child.kill('SIGINT')
  const { code, stderr } = await outcome
  expect(code).toBe(0)
  expect(stderr).toContain('No window, because Electron is not installed here')
})

test('a SIGTERM to npm ends the host, although the shell between them does not pass it on', async () => {
  const empty = await temporaryFolder()
  const environment = { DISPLAY: ':99', ELECTRON_OVERRIDE_DIST_PATH: empty, npm_lifecycle_event: 'start' }
  const shell = await start(environment, ['sh', '-c', '"$0" "$@"; true'], '--port', '0', '--json')
  const [line] = (await once(createInterface(shell.stdout), 'line')) as [string]
  const { pid } = JSON.parse(line) as { pid: number }
  // The host inherited this pipe, so the pipe closes when the host has exited.
  const ended = once(shell.stdout, 'close')
  shell.kill('SIGTERM')
  await ended
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
})

test('the exit code of the host is the exit code of npm', async () => {
  const empty = await temporaryFolder()
  const child = await start({ DISPLAY: ':99', ELECTRON_OVERRIDE_DIST_PATH: empty }, [], '--port', 'none')
  expect((await outcomeOf(child)).code).toBe(2)
})
