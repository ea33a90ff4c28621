/** A desktop app from the start of its process until its page shows what is waited for. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { type Browser, chromium, type Page } from 'playwright-core'
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
  let browser: Browser | null = null
  const close = async (): Promise<void> => {
    await browser?.close().catch(() => undefined)
    await ended(child)
  }
  try {
    browser = await chromium.connectOverCDP(await debuggerOf(child))
    const page = await firstPage(browser)
    const shownAt = await frameWith(page, isShown)
    return { shownMs: shownAt - startedAt, idleBytes: (isOther) => bytesOf(child.pid ?? 0, isOther), close }
  } catch (thrown) {
    await close()
    throw thrown
  }
}

async function debuggerOf(child: ChildProcess): Promise<string> {
  const lines = createInterface({ input: child.stderr as Readable })
  for await (const line of lines) {
    const [, address] = /DevTools listening on (ws:\S+)/.exec(line) ?? []
    if (address !== undefined) {
      child.stderr?.resume()
      return address
    }
  }
  throw new Error('The app ended before it had a page.')
}

async function firstPage(browser: Browser): Promise<Page> {
  const [context] = browser.contexts()
  if (context === undefined) throw new Error('The app has no context for its page.')
  const [page] = context.pages()
  return page ?? context.waitForEvent('page', { timeout: deadlineMs })
}

/** By the page's own clock, in epoch milliseconds: the way to the benchmark takes no part in it. */
async function frameWith(page: Page, isShown: string): Promise<number> {
  const frame = `new Promise((resolve) => {
    const look = () => (${isShown}) ? resolve(performance.timeOrigin + performance.now()) : requestAnimationFrame(look)
    look()
  })`
  const deadline = Date.now() + deadlineMs
  for (;;) {
    try {
      return await page.evaluate<number>(frame)
    } catch (thrown) {
      // The first document is replaced by that of the app.
      if (Date.now() > deadline || page.isClosed()) throw thrown
    }
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
  const force = setTimeout(() => child.kill('SIGKILL'), graceMs)
  await exit
  clearTimeout(force)
}
