/**
 * Measures the page with 5,000 tools and 100,000 calls, in a real Chromium: scrolling, filtering, and switching a tool.
 */
import { setTimeout } from 'node:timers/promises'
import { type Browser, chromium, type Page } from 'playwright-core'
import { serverScript, type McpServers } from '#bench/gateways/gateway'
import { startSwitchboard, type StartedSwitchboard } from '#bench/gateways/switchboard'
import { LoadProcess } from '#bench/load/loadProcess'
import type { Workspace } from '#bench/machine/workspace'
import { type ThreadWork, watchMainThread } from '#bench/page/mainThread'
import { browserArgs, findBrowser } from '#bench/page/measurePage'
import { median } from '#bench/report/statistics'

export interface ListsPlan {
  readonly calls: number
  readonly toggles: number
}

export interface ListsFigures {
  readonly toolsLongestMs: number
  readonly callsLongestMs: number
  /** The CPU time of the longest task. On an idle machine its duration is the same. */
  readonly longestCpuMs: number
  /** The time from the click on a switch to the frame that shows the change. */
  readonly toggleShownMs: number
  /** The time from the click to the engine's answer. */
  readonly toggleAnsweredMs: number
}

const servers = 25
const toolsEach = 200
const inFlight = 32
const openDeadlineMs = 60_000
const wheels = 40
const wheelPixels = 900
const frameMs = 16
/** The time for work after the last input, such as a filter that waits for the next letter. */
const settlingMs = 500

function wideServers(): McpServers {
  const numbers = Array.from({ length: servers }, (_, index) => index + 1)
  const argsOf = (number: number): string[] => [serverScript, `s${number}_`, String(toolsEach)]
  return Object.fromEntries(
    numbers.map((number) => [`s${number}`, { command: process.execPath, args: argsOf(number), concurrency: 64 }]),
  )
}

export async function measureLists(plan: ListsPlan, workspace: Workspace): Promise<ListsFigures> {
  const started = await startSwitchboard(workspace, { servers: wideServers() })
  try {
    await makeCalls(started, plan.calls)
    const browser = await chromium.launch({ executablePath: findBrowser(), args: browserArgs })
    try {
      return await measured(browser, started, plan)
    } finally {
      await browser.close()
    }
  } finally {
    await started.process.end()
  }
}

async function makeCalls({ endpoint, process }: StartedSwitchboard, calls: number): Promise<void> {
  const load = new LoadProcess()
  try {
    await load.open(endpoint, process.pid, openDeadlineMs, servers * toolsEach)
    await load.call(inFlight, { calls })
  } finally {
    load.close()
  }
}

async function measured(browser: Browser, { url, token }: StartedSwitchboard, plan: ListsPlan): Promise<ListsFigures> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 832 } })
  await page.addInitScript(keptSocket)
  await page.goto(`${url}/#token=${token}`)
  const tools = await usedList(browser, page, {
    address: '/tools',
    list: 'Tools',
    search: 'Search tools',
    typed: 'other_19',
  })
  const toggles = await switched(page, plan.toggles)
  const calls = await usedList(browser, page, {
    address: '/activity',
    list: 'Calls',
    search: 'Search calls',
    typed: 'echo',
  })
  return {
    toolsLongestMs: tools.longestMs,
    callsLongestMs: calls.longestMs,
    longestCpuMs: Math.max(tools.longestCpuMs, calls.longestCpuMs),
    ...toggles,
  }
}

interface UsedList {
  readonly address: string
  readonly list: string
  readonly search: string
  readonly typed: string
}

/** Scrolls the list down and up with the wheel, then filters it letter by letter. */
async function usedList(browser: Browser, page: Page, { address, list, search, typed }: UsedList): Promise<ThreadWork> {
  await page.evaluate(`window.location.hash = '${address}'`)
  const rows = page.getByRole('list', { name: list })
  await rows.getByRole('listitem').first().waitFor()
  await rows.hover({ position: { x: 200, y: 100 } })
  await setTimeout(settlingMs)
  return watchMainThread(browser, async () => {
    for (const pixels of [wheelPixels, -wheelPixels])
      for (let turned = 0; turned < wheels; turned += 1) {
        await page.mouse.wheel(0, pixels)
        await setTimeout(frameMs)
      }
    const field = page.getByRole('searchbox', { name: search })
    await field.pressSequentially(typed, { delay: 5 * frameMs })
    await setTimeout(settlingMs)
    await field.fill('')
    await setTimeout(settlingMs)
  })
}

async function switched(
  page: Page,
  toggles: number,
): Promise<Pick<ListsFigures, 'toggleShownMs' | 'toggleAnsweredMs'>> {
  const shown: number[] = []
  const answered: number[] = []
  for (let made = 0; made < toggles; made += 1) {
    const took = await page.evaluate<{ shownMs: number; answeredMs: number }>(toggleOnce)
    shown.push(took.shownMs)
    answered.push(took.answeredMs)
  }
  return { toggleShownMs: median(shown), toggleAnsweredMs: median(answered) }
}

/** Keeps the page's socket where the benchmark's scripts can reach it. */
const keptSocket = `{
  const Own = window.WebSocket
  window.WebSocket = class extends Own {
    constructor(...given) {
      super(...given)
      window.keptSocket = this
    }
  }
}`

/** Clicks the first switch. A request and its answer have the same number. */
const toggleOnce = `new Promise((resolve) => {
  const socket = window.keptSocket
  const text = (data) => (typeof data === 'string' ? data : new TextDecoder().decode(data))
  const number = (data) => /"i":"?(\\w+)"?/.exec(text(data))?.[1]
  const found = {}
  const done = () => {
    if (found.shownMs === undefined || found.answeredMs === undefined) return
    socket.removeEventListener('message', onMessage)
    resolve(found)
  }
  let request
  const send = socket.send
  socket.send = (data) => {
    request ??= number(data)
    delete socket.send
    send.call(socket, data)
  }
  const onMessage = ({ data }) => {
    if (request === undefined || number(data) !== request) return
    found.answeredMs ??= performance.now() - clickedAt
    done()
  }
  socket.addEventListener('message', onMessage)
  const control = document.querySelector('[aria-label="Tools"] [role="switch"]')
  const before = control.getAttribute('aria-checked')
  const look = () => {
    if (control.getAttribute('aria-checked') === before) return requestAnimationFrame(look)
    requestAnimationFrame(() => {
      found.shownMs = performance.now() - clickedAt
      done()
    })
  }
  const clickedAt = performance.now()
  control.click()
  look()
})`
