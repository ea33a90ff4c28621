/** The page while a model streams into a long conversation, in a real Chromium, and what it keeps of an hour of turns. */
import { setTimeout } from 'node:timers/promises'
import { type CDPSession, chromium, type Page } from 'playwright-core'
import { startSwitchboard } from '#bench/gateways/switchboard'
import type { Workspace } from '#bench/machine/workspace'
import { browserArgs, findBrowser } from '#bench/page/measurePage'
import { type Pace, paces, startTalkingEndpoint } from '#bench/page/talkingEndpoint'

export interface ChatPagePlan {
  /** Turns before anything is measured; each is two messages. */
  readonly turnsBefore: number
  /** Turns of the scripted hour. */
  readonly turns: number
}

export interface ChatPageFigures {
  readonly proseLongestMs: number
  readonly listLongestMs: number
  readonly tableLongestMs: number
  /** Tasks over 50 ms, in all three. */
  readonly longTasks: number
  /** Of the time of the three streams, what the page's main thread worked. */
  readonly busyShare: number
  readonly heapBytes: number
}

interface Watched {
  readonly longestMs: number
  readonly longTasks: number
  readonly workedMs: number
  readonly tookMs: number
}

/** The engine's routes over REST, as a script uses them. */
function restOf(url: string, token: string) {
  return async (method: string, path: string, body?: unknown): Promise<Record<string, unknown>> => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as Record<string, unknown>
  }
}
type Rest = ReturnType<typeof restOf>

async function turn(rest: Rest, id: string, text: string): Promise<void> {
  await rest('POST', `/chat/conversations/${id}/messages`, { parts: [{ kind: 'text', text }] })
  for (;;) {
    const { run } = (await rest('GET', `/chat/conversations/${id}`)) as { run: { kind: string } }
    if (run.kind === 'idle') return
    await setTimeout(10)
  }
}

async function heapAfterGc(session: CDPSession): Promise<number> {
  for (let round = 0; round < 3; round += 1) await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize
}

async function workedMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
}

async function watch(page: Page, session: CDPSession, run: () => Promise<void>): Promise<Watched> {
  await page.evaluate('window.longTasks = []')
  const [startedAt, workedBefore] = [performance.now(), await workedMs(session)]
  await run()
  const tookMs = performance.now() - startedAt
  const tasks = await page.evaluate<number[]>('window.longTasks')
  return {
    longestMs: Math.max(0, ...tasks),
    longTasks: tasks.length,
    workedMs: (await workedMs(session)) - workedBefore,
    tookMs,
  }
}

export async function measureChatPage(plan: ChatPagePlan, workspace: Workspace): Promise<ChatPageFigures> {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: [...browserArgs] })
  const endpoint = await startTalkingEndpoint()
  const started = await startSwitchboard(workspace, { servers: {} })
  try {
    const rest = restOf(started.url, started.token)
    await rest('PUT', '/model-source', { kind: 'custom', baseUrl: endpoint.url })
    const { id } = (await rest('POST', '/chat/conversations', {})) as { id: string }
    for (let made = 0; made < plan.turnsBefore; made += 1) await turn(rest, id, `question ${made}`)
    const page = await browser.newPage({ viewport: { width: 1280, height: 832 } })
    await page.goto(`${started.url}/#token=${started.token}`)
    await page.goto(`${started.url}/#/chat/${id}`)
    await page.locator('[data-run-kind="idle"]').waitFor()
    await page.evaluate(
      `new PerformanceObserver((list) => window.longTasks.push(...list.getEntries().map((task) => task.duration))).observe({ type: 'longtask' })`,
    )
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable')
    const watched: Partial<Record<Pace, Watched>> = {}
    for (const pace of Object.keys(paces) as Pace[])
      watched[pace] = await watch(page, session, () => turn(rest, id, `pace:${pace}`))
    const all = Object.values(watched)
    const early = await heapAfterGc(session)
    for (let made = 0; made < plan.turns; made += 1) await turn(rest, id, `later question ${made}`)
    const late = await heapAfterGc(session)
    return {
      proseLongestMs: watched.prose?.longestMs ?? 0,
      listLongestMs: watched.list?.longestMs ?? 0,
      tableLongestMs: watched.table?.longestMs ?? 0,
      longTasks: all.reduce((sum, one) => sum + one.longTasks, 0),
      busyShare: all.reduce((sum, one) => sum + one.workedMs, 0) / all.reduce((sum, one) => sum + one.tookMs, 0),
      heapBytes: late - early,
    }
  } finally {
    await browser.close()
    await started.process.end()
    await endpoint.close()
  }
}
