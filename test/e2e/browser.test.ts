/** Behaviour that only a browser has: it signs in with a token, and its wire can break. */
import type { Browser } from 'playwright-core'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { launchBrowser, serveEngine } from '#test/support/browser'
import { temporaryFolder } from '#test/support/temporaryFolder'
import { reload } from '#test/e2e/pageActions'

const environment = { SWITCHBOARD_TOKEN: 'the-right-access-token' }
const browser = await launchBrowser()
afterAll(() => browser?.close())

async function openTab(chromium: Browser) {
  const context = await chromium.newContext()
  onTestFinished(() => context.close())
  return context.newPage()
}

describe.runIf(browser !== null)('a browser', () => {
  test('without a token the page explains where to find one, refuses a wrong one and accepts the printed address', async () => {
    const engine = await serveEngine(await temporaryFolder(), environment)
    onTestFinished(async () => void (await engine.close()))
    const page = await openTab(browser!)
    await page.goto(engine.url)
    await page.getByRole('heading', { name: 'Sign in to this engine' }).waitFor()
    expect(await page.getByRole('main').innerText()).toContain('switchboard open')
    await page.getByLabel('Address or token').fill('a-wrong-token')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('did not accept this token').waitFor()
    await page.getByLabel('Address or token').fill(`${engine.url}/#token=the-right-access-token`)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Run your MCP servers here' }).waitFor()
    await reload(page)
    await page.getByRole('heading', { name: 'Run your MCP servers here' }).waitFor()
    expect(await page.evaluate('window.location.href + window.history.length')).not.toContain('token')
  })

  test('an address with a token, opened in a tab that already shows the page, signs it in without a reload', async () => {
    const engine = await serveEngine(await temporaryFolder(), environment)
    onTestFinished(async () => void (await engine.close()))
    const page = await openTab(browser!)
    await page.goto(engine.url)
    await page.getByRole('heading', { name: 'Sign in to this engine' }).waitFor()
    await page.evaluate(`window.location.hash = 'token=the-right-access-token'`)
    await page.getByRole('heading', { name: 'Run your MCP servers here' }).waitFor()
    expect(page.url()).not.toContain('token')
  })

  test('a sign-in address works once; another tab is told how to get a new one, and the first stays signed in', async () => {
    const engine = await serveEngine(await temporaryFolder(), environment)
    onTestFinished(async () => void (await engine.close()))
    const bearer = { authorization: 'Bearer the-right-access-token' }
    const newAddress = async () => {
      const answer = await fetch(`${engine.url}/api/v1/app/sign-in-address`, { method: 'POST', headers: bearer })
      return ((await answer.json()) as { url: string }).url
    }
    const address = await newAddress()
    const page = await openTab(browser!)
    await page.goto(address)
    await page.getByRole('heading', { name: 'Run your MCP servers here' }).waitFor()
    expect(page.url()).not.toContain('ticket')
    await reload(page)
    await page.getByRole('heading', { name: 'Run your MCP servers here' }).waitFor()
    await page.goto('about:blank')
    await page.goto(address)
    await page.getByRole('heading', { name: 'Run your MCP servers here' }).waitFor()
    const other = await openTab(browser!)
    await other.goto(address)
    await other.getByText('has expired or was already used. Run switchboard open').waitFor()
    expect(other.url()).not.toContain('ticket')
    await other.getByLabel('Address or token').fill(await newAddress())
    await other.getByRole('button', { name: 'Sign in' }).click()
    await other.getByRole('heading', { name: 'Run your MCP servers here' }).waitFor()
  })

  test('without its engine the page says so calmly, keeps what it shows, and continues when the engine is back', async () => {
    const dataFolder = await temporaryFolder()
    const first = await serveEngine(dataFolder, environment)
    const page = await openTab(browser!)
    await page.goto(`${first.url}/#token=the-right-access-token`)
    await page.getByRole('heading', { name: 'Run your MCP servers here' }).waitFor()
    await first.close()
    await page.getByText('Connection to the engine lost').waitFor()
    // The banner pushes the page down instead of covering it, and greys what may be out of date.
    const banner = await page.getByText('Connection to the engine lost').boundingBox()
    const heading = await page.getByRole('heading', { name: 'Run your MCP servers here' }).boundingBox()
    expect(heading?.y ?? 0).toBeGreaterThan((banner?.y ?? 0) + (banner?.height ?? 0))
    expect(await page.locator('[data-stale] main').count()).toBe(1)
    expect(await page.getByRole('heading', { name: 'Run your MCP servers here' }).isVisible()).toBe(true)
    const second = await serveEngine(dataFolder, environment, Number(new URL(first.url).port))
    onTestFinished(async () => void (await second.close()))
    await page.getByText('Connection to the engine lost').waitFor({ state: 'detached' })
    const answer = await fetch(`${second.url}/api/v1/servers`, {
      method: 'POST',
      headers: { authorization: 'Bearer the-right-access-token', 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'After', enabled: false, launch: { transport: 'stdio', command: 'true' } }),
    })
    expect(answer.status).toBe(200)
    await page.locator('[data-server="after"]').waitFor()
  })
})
