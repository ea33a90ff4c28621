/** The page makes its periodic requests only while it is visible. The first test moves the page's clock by hand. */
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { callApi, launchOf } from '#test/e2e/askedClient'
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
  test('requests the calls while the activity is visible, not while it is hidden, and at once when it is visible again', async () => {
    const engine = await serveEngine(await temporaryFolder(), { SWITCHBOARD_TOKEN: 'the-right-access-token' })
    onTestFinished(async () => void (await engine.close()))
    const context = await browser!.newContext()
    onTestFinished(() => context.close())
    const page = await context.newPage()
    await page.clock.install()
    let asked = 0
    let answered = 0
    let onAsked = () => {}
    page.on('websocket', (socket) => {
      socket.on('framesent', ({ payload }) => {
        if (!payload.includes('/calls/list')) return
        asked += 1
        onAsked()
      })
      socket.on('framereceived', ({ payload }) => {
        if (payload.includes('"calls":[]')) answered += 1
      })
    })
    const nextLook = () => new Promise<void>((resolve) => (onAsked = resolve))
    // When this resolves, the test has seen everything that was sent or received before.
    const roundTrip = () => page.evaluate('fetch("/healthz").then((answer) => answer.text())')
    // Waits for outstanding answers. The page requests nothing more while one is outstanding.
    const quiet = async () => {
      await roundTrip()
      await expect.poll(() => asked - answered).toBe(0)
      await roundTrip()
    }
    await page.goto(`${engine.url}/#token=the-right-access-token`)
    await page.getByRole('heading', { name: 'Run your MCP servers here' }).waitFor()
    await goTo(page, 'Activity')
    await page.getByRole('heading', { name: 'No calls yet' }).waitFor()
    // From here on, time passes only when the test moves it.
    await page.clock.pauseAt(Date.now() + 60_000)
    await quiet()
    const seen = nextLook()
    await page.clock.runFor(1500)
    await seen

    await quiet()
    await show(page, 'hidden')
    const before = asked
    await page.clock.runFor(60_000)
    await quiet()
    expect(asked).toBe(before)

    const again = nextLook()
    await show(page, 'visible')
    await again
    await quiet()
    const onward = nextLook()
    await page.clock.runFor(1500)
    await onward
  })

  test('reads the list of tools once after a tool was switched, and not again because the page itself switched the tool', async () => {
    const engine = await serveEngine(await temporaryFolder(), { SWITCHBOARD_TOKEN: 'the-right-access-token' })
    onTestFinished(async () => void (await engine.close()))
    await callApi(engine.url, 'the-right-access-token', 'POST', '/servers', { name: 'one', launch: launchOf('echo') })
    const context = await browser!.newContext()
    onTestFinished(() => context.close())
    const page = await context.newPage()
    let asked = 0
    page.on('websocket', (socket) =>
      socket.on('framesent', ({ payload }) => {
        if (payload.includes('/tools/list')) asked += 1
      }),
    )
    await page.goto(`${engine.url}/#token=the-right-access-token`)
    await page.locator('[data-server="one"] [data-status="Ready"]').waitFor()
    await goTo(page, 'Tools')
    const tool = page.getByRole('switch', { name: 'echo' }).first()
    await tool.waitFor()
    for (const isOn of [false, true, false]) {
      const before = asked
      await tool.click()
      await page.getByRole('switch', { name: 'echo', checked: isOn }).first().waitFor()
      await expect.poll(() => asked).toBe(before + 1)
      // Any further request has been sent by the time this answer arrives.
      await callApi(engine.url, 'the-right-access-token', 'GET', '/servers')
      await page.evaluate('fetch("/healthz").then((answer) => answer.text())')
      expect(asked).toBe(before + 1)
    }
  })
})
