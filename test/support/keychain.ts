/**
 * Starts a real keychain (GNOME Keyring on its own D-Bus) for child processes. It exits with the process that started
 * it.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { hasPart } from '#test/support/parts/hasPart'
import { commandPath } from '#test/support/parts/parts'
import { makeTemporaryFolder } from '#test/support/temporaryFolder'

export interface TestKeychain {
  /** The environment that lets a child process find the keychain. */
  readonly environment: Readonly<Record<string, string>>
  stop(): Promise<void>
}

/** Unlocks the keychain with an empty password, prints the bus's address, and waits for the end of stdin. */
const session = `
printf '\\n' | gnome-keyring-daemon --unlock --components=secrets >/dev/null
echo "bus=$DBUS_SESSION_BUS_ADDRESS"
exec cat >/dev/null`

/** Resolves with null if no keychain is installed. */
export async function startKeychain(): Promise<TestKeychain | null> {
  if (!hasPart('keychain')) return null
  const folder = await makeTemporaryFolder()
  const child = spawn(commandPath('dbus-run-session'), ['--', 'sh', '-c', session], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { PATH: process.env['PATH'], HOME: folder.path, XDG_RUNTIME_DIR: folder.path, XDG_DATA_HOME: folder.path },
  })
  const exited = once(child, 'exit')
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('bus=')) continue
    return {
      environment: { DBUS_SESSION_BUS_ADDRESS: line.slice('bus='.length), HOME: folder.path },
      async stop() {
        child.stdin.end()
        await exited
        await folder.remove()
      },
    }
  }
  throw new Error('the keychain did not start')
}

/** Removes the variables by which a child process would find a keychain. */
export function withoutKeychain(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { DBUS_SESSION_BUS_ADDRESS: _bus, XDG_RUNTIME_DIR: _runtime, DISPLAY: _display, ...rest } = environment
  return rest
}
