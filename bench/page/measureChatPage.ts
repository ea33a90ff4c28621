/**
 * Measures the page in a real Chromium while a model streams into a long conversation, and its memory after an hour of
 * turns.
 */
import { setTimeout } from 'node:timers/promises'
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core'
import { startSwitchboard } from '#bench/gateways/switchboard'
import type { Workspace } from '#bench/machine/workspace'
import { browserArgs, findBrowser } from '#bench/page/measurePage'
import { type ThreadWork, watchMainThread } from '#bench/page/mainThread'
import { type Pace, startTalkingEndpoint } from '#bench/page/talkingEndpoint'

const warmUpTurns = 10
/** The time for work after the last word, such as colouring code. */
const settlingMs = 500

export interface ChatPagePlan {
  /** The number of turns before the measurement. Each turn is two messages. */
  readonly turnsBefore: number
  /** The number of turns in the scripted hour. */
  readonly turns: number
}

export interface ChatPageFigures {
  readonly proseLongestMs: number
  readonly mixedLongestMs: number
  readonly codeLongestMs: number
  readonly listLongestMs: number
  readonly tableLongestMs: number
  /** The CPU time of the longest task in all streams. On an idle machine its duration is the same. */
  readonly longestCpuMs: number
  /** The number of tasks over 50 ms in all streams. */
  readonly longTasks: number
  /** The share of the streams' time in which the page's main thread worked. */
  readonly busyShare: number
  /** The share of that time in which the thread was ready to work while others had the cores. */
  readonly waitedShare: number
  readonly heapBytes: number
}

/** Calls the engine's routes over REST, as a script does. */
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

async function open(browser: Browser, url: string, token: string, id: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 832 } })
  await page.goto(`${url}/#token=${token}`)
  await page.goto(`${url}/#/chat/${id}`)
  await page.locator('[data-run-kind="idle"]').waitFor()
  return page
}

/** Returns the figures of all streams together. The heap is measured before the first turn and after the last. */
function figuresOf(watched: Readonly<Record<Pace, ThreadWork>>, heapBytes: number): ChatPageFigures {
  const all = Object.values(watched)
  const sum = (of: (work: ThreadWork) => number): number => all.reduce((total, work) => total + of(work), 0)
  const tookMs = sum((work) => work.tookMs)
  return {
    proseLongestMs: watched.prose.longestMs,
    mixedLongestMs: watched.mixed.longestMs,
    codeLongestMs: watched.code.longestMs,
    listLongestMs: watched.list.longestMs,
    tableLongestMs: watched.table.longestMs,
    longestCpuMs: Math.max(...all.map((work) => work.longestCpuMs)),
    longTasks: sum((work) => work.longTasks),
    busyShare: sum((work) => work.workedMs) / tookMs,
    waitedShare: sum((work) => work.waitedMs) / tookMs,
    heapBytes,
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
    const page = await open(browser, started.url, started.token, id)
    const session = await page.context().newCDPSession(page)
    for (let made = 0; made < warmUpTurns; made += 1) await turn(rest, id, `question ${made} that is seen`)
    const early = await heapAfterGc(session)
    const watch = (pace: Pace) =>
      watchMainThread(browser, async () => {
        await turn(rest, id, `pace:${pace}`)
        await setTimeout(settlingMs)
      })
    const watched = {
      prose: await watch('prose'),
      mixed: await watch('mixed'),
      code: await watch('code'),
      list: await watch('list'),
      table: await watch('table'),
    }
    for (let made = 0; made < plan.turns; made += 1) await turn(rest, id, `later question ${made}`)
    return figuresOf(watched, (await heapAfterGc(session)) - early)
  } finally {
    await browser.close()
    await started.process.end()
    await endpoint.close()
  }
}
