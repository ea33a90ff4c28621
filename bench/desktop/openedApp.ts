/** Starts a desktop app, and measures the time until its page shows the expected content. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { pageAt } from '#bench/desktop/inspectedPage'
import { commandOf, descendants, proportionalBytes } from '#bench/machine/procfs'

export interface Shown {
  /** The time from the start of the process to the first frame with the expected content. */
  readonly shownMs: number
}

export interface OpenedApp extends Shown {
  /** Returns the memory of the app and all its descendants, except processes whose command line matches `isOther`. */
  idleBytes(isOther?: (command: string) => boolean): number
  close(): Promise<void>
}

const deadlineMs = 60_000
const graceMs = 10_000
const lookAgainMs = 10
/** Chromium refuses to run its sandbox as root. */
const switches = [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-gpu', '--remote-debugging-port=0']

export interface AppStart {
  readonly program: string
  readonly environment: Readonly<Record<string, string>>
  /** An expression that the page evaluates: true once the expected content is shown. */
  readonly isShown: string
}

export async function openApp({ program, environment, isShown }: AppStart): Promise<OpenedApp> {
  const startedAt = Date.now()
  const child = spawn(program, [...switches, '--port=0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env['PATH'], ...environment },
  })
  try {
    const shownAt = await frameWith(await debuggerOf(child), isShown)
    return {
      shownMs: shownAt - startedAt,
      idleBytes: (isOther) => bytesOf(child.pid ?? 0, isOther),
      close: () => ended(child),
    }
  } catch (thrown) {
    await ended(child)
    throw thrown
  }
}

/** Resolves with the host and port of the app's debugger, which the app prints. */
async function debuggerOf(child: ChildProcess): Promise<string> {
  const lines = createInterface({ input: child.stderr as Readable })
  for await (const line of lines) {
    const [, host] = /DevTools listening on ws:\/\/([^/\s]+)/.exec(line) ?? []
    if (host !== undefined) {
      child.stderr?.resume()
      return host
    }
  }
  throw new Error('The app exited before it had a page.')
}

/**
 * Resolves with the time of the frame in epoch milliseconds, by the page's own clock, so that the reply's delay does
 * not count.
 */
async function frameWith(host: string, isShown: string): Promise<number> {
  const frame = `new Promise((resolve) => {
    const look = () => (${isShown}) ? resolve(performance.timeOrigin + performance.now()) : requestAnimationFrame(look)
    look()
  })`
  const deadline = Date.now() + deadlineMs
  for (;;) {
    try {
      const page = await pageAt(host)
      const shownAt = await page?.valueOf(frame)
      if (typeof shownAt === 'number') return shownAt
    } catch (thrown) {
      // The app replaces the first document, which aborts an evaluation in it.
      if (Date.now() > deadline) throw thrown
    }
    if (Date.now() > deadline) throw new Error('The app has no page.')
    await setTimeout(lookAgainMs)
  }
}

function bytesOf(pid: number, isOther: (command: string) => boolean = () => false): number {
  const own = [pid, ...descendants(pid)].filter((each) => !isOther(commandOf(each)))
  return own.reduce((sum, each) => sum + proportionalBytes(each), 0)
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill()
  const force = globalThis.setTimeout(() => child.kill('SIGKILL'), graceMs)
  await exit
  clearTimeout(force)
}
