/**
 * Watches a page's main thread during some activity, with the browser's own trace: how long its tasks took by the clock
 * and on a core. The two differ if other programs use the cores, or if a task waits.
 */
import { readFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'

export interface ThreadWork {
  readonly longestMs: number
  /** The CPU time of the task that used a core longest. */
  readonly longestCpuMs: number
  /** The number of tasks over 50 ms, by the clock. */
  readonly longTasks: number
  readonly workedMs: number
  /** The time in which tasks were ready to run while other threads had the cores. */
  readonly waitedMs: number
  readonly tookMs: number
}

interface TraceEvent {
  readonly pid: number
  readonly tid: number
  readonly ph: string
  readonly name: string
  readonly dur?: number
  /** The time on a core. */
  readonly tdur?: number
  readonly args: { readonly name?: string }
}

const longMs = 50
const taskName = 'ThreadControllerImpl::RunTask'
const mainThread = 'CrRendererMain'

async function traced(browser: Browser, run: () => Promise<void>): Promise<TraceEvent[]> {
  const session = await browser.newBrowserCDPSession()
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value) events.push(event as unknown as TraceEvent)
  })
  const complete = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()))
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { recordMode: 'recordAsMuchAsPossible', includedCategories: ['toplevel'], excludedCategories: ['*'] },
  })
  await run()
  await session.send('Tracing.end')
  await complete
  await session.detach()
  return events
}

/** Returns the tasks of pages' main threads, by process. The thread that worked most comes first. */
function mainThreads(events: readonly TraceEvent[]): [pid: number, tasks: TraceEvent[]][] {
  const mains = events.filter(({ ph, name, args }) => ph === 'M' && name === 'thread_name' && args.name === mainThread)
  const threads = mains.map(({ pid, tid }): [number, TraceEvent[]] => [
    pid,
    events.filter((event) => event.ph === 'X' && event.name === taskName && event.pid === pid && event.tid === tid),
  ])
  return threads.toSorted(([, some], [, others]) => workedMs(others) - workedMs(some))
}

const clockMs = ({ dur }: TraceEvent): number => (dur ?? 0) / 1000
const cpuMs = ({ tdur }: TraceEvent): number => (tdur ?? 0) / 1000

function workedMs(tasks: readonly TraceEvent[]): number {
  return tasks.reduce((sum, task) => sum + cpuMs(task), 0)
}

/** Resolves with the total time that each page's main thread has waited for a core, by process. */
async function waitsMs(browser: Browser): Promise<Map<number, number>> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  const pages = processInfo.filter(({ type }) => type === 'renderer')
  return new Map(
    pages.map(({ id }) => [id, Number(readFileSync(`/proc/${id}/task/${id}/schedstat`, 'utf8').split(' ')[1]) / 1e6]),
  )
}

export async function watchMainThread(browser: Browser, run: () => Promise<void>): Promise<ThreadWork> {
  const before = await waitsMs(browser)
  const startedAt = performance.now()
  const events = await traced(browser, run)
  const tookMs = performance.now() - startedAt
  const after = await waitsMs(browser)
  const [busiest] = mainThreads(events)
  if (busiest === undefined) throw new Error('The trace has no page in it.')
  const [pid, tasks] = busiest
  return {
    longestMs: Math.max(0, ...tasks.map(clockMs)),
    longestCpuMs: Math.max(0, ...tasks.map(cpuMs)),
    longTasks: tasks.filter((task) => clockMs(task) > longMs).length,
    workedMs: workedMs(tasks),
    waitedMs: (after.get(pid) ?? Number.NaN) - (before.get(pid) ?? Number.NaN),
    tookMs,
  }
}
