/** A desktop app from the start of its process until its page shows what is waited for. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { pageAt } from '#bench/desktop/inspectedPage'
import { commandOf, descendants, proportionalBytes } from '#bench/machine/procfs'

export interface Shown {
  /** From the start of the process to the frame that has it. */
  readonly shownMs: number
}

export interface OpenedApp extends Shown {
  /** Memory of the app and all processes below it, without those whose command line `isOther` picks. */
  idleBytes(isOther?: (command: string) => boolean): number
  close(): Promise<void>
}

const deadlineMs = 60_000
const graceMs = 10_000
const lookAgainMs = 10
/** Chromium refuses its sandbox to root. */
const switches = [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-gpu', '--remote-debugging-port=0']

export interface AppStart {
  readonly program: string
  readonly environment: Readonly<Record<string, string>>
  /** An expression of the page: true once it shows what is waited for. */
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

/** Where the app answers questions about its pages. */
async function debuggerOf(child: ChildProcess): Promise<string> {
  const lines = createInterface({ input: child.stderr as Readable })
  for await (const line of lines) {
    const [, host] = /DevTools listening on ws:\/\/([^/\s]+)/.exec(line) ?? []
    if (host !== undefined) {
      child.stderr?.resume()
      return host
    }
  }
  throw new Error('The app ended before it had a page.')
}

/** By the page's own clock, in epoch milliseconds: the way to the benchmark takes no part in it. */
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
      // The first document is replaced by that of the app.
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
