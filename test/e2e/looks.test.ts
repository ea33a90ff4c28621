/** What the page asks for by the clock: only while somebody can see it. Its clock is moved by hand. */
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { goTo } from '#test/e2e/pageActions'
import { launchBrowser, serveEngine } from '#test/support/browser'
import { temporaryFolder } from '#test/support/temporaryFolder'

const browser = await launchBrowser()
afterAll(() => browser?.close())

async function show(page: Page, visibility: 'visible' | 'hidden'): Promise<void> {
  await page.evaluate(`
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => '${visibility}' })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  `)
}

describe.runIf(browser !== null)('a browser', () => {
  test('asks for calls while the activity is seen, not once while it is hidden, and at once when it is seen again', async () => {
    const engine = await serveEngine(await temporaryFolder(), { SWITCHBOARD_TOKEN: 'the-right-token' })
    onTestFinished(async () => void (await engine.close()))
    const context = await browser!.newContext()
    onTestFinished(() => context.close())
    const page = await context.newPage()
    await page.clock.install()
    const asked: string[] = []
    let onAsked = () => {}
    page.on('websocket', (socket) =>
      socket.on('framesent', ({ payload }) => {
        if (!payload.toString().includes('/calls/list')) return
        asked.push(payload.toString())
        onAsked()
      }),
    )
    const nextLook = () => new Promise<void>((resolve) => (onAsked = resolve))
    await page.goto(`${engine.url}/#token=the-right-token`)
    await page.getByRole('heading', { name: 'Run your MCP servers here' }).waitFor()
    await goTo(page, 'Activity')
    await page.getByRole('heading', { name: 'No calls so far' }).waitFor()
    // From here on no time passes by itself.
    await page.clock.pauseAt(Date.now() + 60_000)
    const seen = nextLook()
    await page.clock.runFor(1500)
    await seen

    await show(page, 'hidden')
    const before = asked.length
    await page.clock.runFor(60_000)
    // What was sent before this answer is known by now.
    await page.evaluate('fetch("/healthz").then((answer) => answer.text())')
    expect(asked.length).toBe(before)

    const again = nextLook()
    await show(page, 'visible')
    await again
    const onward = nextLook()
    await page.clock.runFor(1500)
    await onward
  })
})
