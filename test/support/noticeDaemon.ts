/** A real notification daemon (dunst), on its own screen and D-Bus. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { hasPart } from '#test/support/parts/hasPart'
import { commandPath } from '#test/support/parts/parts'
import type { Display } from '#test/support/electron'
import { makeTemporaryFolder } from '#test/support/temporaryFolder'

const run = promisify(execFile)

export interface NoticeDaemon {
  /** The environment that lets a child process find the daemon. */
  readonly environment: Readonly<Record<string, string>>
  /**
   * Returns everything that was ever shown, as the daemon prints it: a `summary:` and a `body:` for each notification.
   */
  said(): string
  /** Resolves with the number of notifications that are visible now. */
  shown(): Promise<number>
  /** Clicks the newest notification, as a user would. */
  click(): Promise<void>
  stop(): Promise<void>
}

const session = `
echo "bus=$DBUS_SESSION_BUS_ADDRESS"
dunst -conf "$1" -print &
cat >/dev/null
kill $!`

/** Resolves with null if the daemon is not installed. */
export async function startNoticeDaemon(display: Display): Promise<NoticeDaemon | null> {
  if (!hasPart('notices')) return null
  const folder = await makeTemporaryFolder()
  const settings = join(folder.path, 'dunstrc')
  // Notifications must not disappear by themselves while a test looks.
  await writeFile(settings, '[urgency_normal]\ntimeout = 0\n')
  const own = { PATH: process.env['PATH'], HOME: folder.path, XDG_RUNTIME_DIR: folder.path, ...display.environment }
  const child = spawn(commandPath('dbus-run-session'), ['--', 'sh', '-c', session, 'sh', settings], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: own,
  })
  const exited = once(child, 'exit')
  let said = ''
  const bus = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error('the daemon did not start')))
    child.stdout.on('data', (data: Buffer) => {
      said += data.toString()
      const [, address] = /^bus=(.+)$/m.exec(said) ?? []
      if (address !== undefined) resolve(address)
    })
  })
  const environment = { DBUS_SESSION_BUS_ADDRESS: bus }
  const control = async (...args: string[]) =>
    (await run(commandPath('dunstctl'), args, { env: { ...own, ...environment } })).stdout.trim()
  return {
    environment,
    said: () => said,
    shown: async () => Number(await control('count', 'displayed')),
    async click() {
      await control('action')
    },
    async stop() {
      child.stdin.end()
      await exited
      await folder.remove()
    },
  }
}
