/** Starts a real browser, and `switchboard serve`, whose page the browser opens. */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { hasPart } from '#test/support/parts/hasPart'
import { commandPath } from '#test/support/parts/parts'

const root = join(import.meta.dirname, '..', '..')
const quiet = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
/**
 * Keeps pages that a test opens by mistake from reaching the web. If a test passes the same switch with rules of its
 * own, those apply instead.
 */
const nowhere = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1'

/** Returns null if no browser is installed, and reports that in one line. */
export async function launchBrowser(switches: readonly string[] = []): Promise<Browser | null> {
  if (!hasPart('browser')) return null
  // Chromium refuses to run its sandbox as root.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return chromium.launch({
    executablePath: commandPath('chromium'),
    args: [...sandbox, ...quiet, nowhere, ...switches],
  })
}

export interface ServedEngine {
  readonly url: string
  readonly token: string
  /** Returns what the engine has written to stderr. */
  said(): string
  /** Stops the engine with SIGTERM. Resolves with its exit code. */
  close(): Promise<number | null>
  /** Kills the engine, as a crash would. */
  kill(): Promise<void>
}

/** With `port` 0, the engine takes any free port. */
export async function serveEngine(
  dataFolder: string,
  environment: NodeJS.ProcessEnv = {},
  port = 0,
): Promise<ServedEngine> {
  const args = [join(root, 'out', 'main', 'cli.js'), 'serve', '--json', '--port', String(port), '--data', dataFolder]
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (data: Buffer) => (said += data.toString()))
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  const lines = createInterface({ input: child.stdout })
  const first = await Promise.race([
    new Promise<string>((resolve) => lines.once('line', resolve)),
    ended.then((code): never => {
      throw new Error(`switchboard serve exited with code ${code} before it was ready: ${said}`)
    }),
  ])
  const { url, token } = JSON.parse(first) as { url: string; token: string }
  return {
    url,
    token,
    said: () => said,
    close() {
      child.kill('SIGTERM')
      return ended
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
