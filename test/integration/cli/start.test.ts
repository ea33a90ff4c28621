import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { outcomeOf } from '#test/integration/cli/switchboard'
import { temporaryFolder } from '#test/support/temporaryFolder'

const startFile = join(import.meta.dirname, '..', '..', '..', 'scripts', 'start.mjs')
const patience = { timeout: 20_000 }

async function start(environment: Readonly<Record<string, string>>, ...words: string[]) {
  const folder = await temporaryFolder()
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    SWITCHBOARD_DATA: join(folder, 'data'),
    SWITCHBOARD_TOKEN: 'token-of-the-test',
    ...environment,
  }
  const child = spawn(process.execPath, [startFile, ...words], { env, stdio: 'pipe' })
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  })
  return child
}

test('without a display it says so in one line, serves the page and prints its address with the token', async () => {
  // Elsewhere there is always a display; there it is Electron that is missing.
  const [reason, environment] =
    process.platform === 'linux'
      ? ['there is no display', {}]
      : ['Electron is not installed here', { ELECTRON_OVERRIDE_DIST_PATH: await temporaryFolder() }]
  const child = await start(environment, '--port', '0')
  const outcome = outcomeOf(child)
  let printed = ''
  child.stdout.on('data', (chunk) => (printed += String(chunk)))
  await vi.waitFor(() => expect(printed).toContain('Data'), patience)
  const address = /http:\/\/127\.0\.0\.1:\d+\/(?=#token=token-of-the-test)/.exec(printed)?.[0] ?? ''
  expect(await (await fetch(address)).text()).toContain('<title>')
  child.kill('SIGTERM')
  const { code, stderr } = await outcome
  expect(code).toBe(0)
  expect(stderr).toMatch(new RegExp(`^No window, because ${reason}.*\n$`, 'm'))
})

test('with a display but without Electron it serves, too', async () => {
  const empty = await temporaryFolder()
  const child = await start({ DISPLAY: ':99', ELECTRON_OVERRIDE_DIST_PATH: empty }, '--port', '0', '--json')
  const outcome = outcomeOf(child)
  let printed = ''
  child.stdout.on('data', (chunk) => (printed += String(chunk)))
  await vi.waitFor(() => expect(printed).toContain('"ready":true'), patience)
  child.kill('SIGINT')
  const { code, stderr } = await outcome
  expect(code).toBe(0)
  expect(stderr).toContain('No window, because Electron is not installed here')
})

test('what the host fails with is what it fails with', async () => {
  const empty = await temporaryFolder()
  const child = await start({ DISPLAY: ':99', ELECTRON_OVERRIDE_DIST_PATH: empty }, '--port', 'none')
  expect((await outcomeOf(child)).code).toBe(2)
})
