/** Drives the packaged desktop app as a user does: a real Electron, a display, and Playwright. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { _electron, type ElectronApplication } from 'playwright-core'
import { inject } from 'vitest'
import { hasPart } from '#test/support/parts/hasPart'
import { commandPath } from '#test/support/parts/parts'

/** Returns the packaged app's executable. Returns null if the app is not available, and reports that in one line. */
export function findDesktopApp(): string | null {
  return hasPart('desktop') ? inject('desktopApp') : null
}

export interface Display {
  readonly environment: Readonly<Record<string, string>>
  close(): Promise<void>
}

/** Opens an invisible screen. The X server picks a free display number and reports it once the screen can be used. */
export async function openDisplay(): Promise<Display> {
  const child = spawn(commandPath('Xvfb'), ['-displayfd', '3', '-screen', '0', '1680x1050x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const number = await new Promise<string>((resolve, reject) => {
    const pipe = child.stdio[3] as Readable
    pipe.once('data', (data: Buffer) => resolve(data.toString().trim()))
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`Xvfb exited with code ${code}`)))
  })
  return {
    environment: { DISPLAY: `:${number}` },
    async close() {
      child.kill()
      await ended
    },
  }
}

/**
 * How long the app may take to start, which takes seconds on a busy machine. An app that is not ready by then is
 * killed, and the test fails with a timeout.
 */
const launchTimeoutMs = 30_000

export interface DesktopOptions {
  readonly executable: string
  readonly display: Display
  readonly dataFolder: string
  readonly environment?: NodeJS.ProcessEnv
  /** Switches for Chromium. */
  readonly switches?: readonly string[]
}

export function launchDesktop(options: DesktopOptions): Promise<ElectronApplication> {
  const { executable, display, dataFolder, environment = {}, switches = [] } = options
  // Chromium refuses to run its sandbox as root.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return _electron.launch({
    timeout: launchTimeoutMs,
    executablePath: join(import.meta.dirname, 'attach', 'app.sh'),
    args: [...sandbox, '--disable-gpu', '--port=0', ...switches],
    env: definedOf({
      ...process.env,
      ...display.environment,
      ...environment,
      SWITCHBOARD_DATA: dataFolder,
      APP_FILE: executable,
      NODE_FILE: process.execPath,
    }),
  })
}

function definedOf(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}
