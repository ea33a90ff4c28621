/** A page that crashed, and an unknown address: reported in plain words, with ways to continue, inside the frame of the app. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { chooseTheme, seriousFindings } from '#test/e2e/pageActions'
import { launchBrowser, type ServedEngine, serveEngine } from '#test/support/browser'
import { makeTemporaryFolder, type TemporaryFolder } from '#test/support/temporaryFolder'

const browser = await launchBrowser()
afterAll(() => browser?.close())

describe.runIf(browser !== null)('a browser', () => {
  let folder: TemporaryFolder
  let engine: ServedEngine

  beforeAll(async () => {
    folder = await makeTemporaryFolder()
    engine = await serveEngine(folder.path, { SWITCHBOARD_TOKEN: 'the-right-access-token' })
  })
  afterAll(async () => {
    await engine?.close()
    await folder.remove()
  })

  async function openServers(chromium: Browser): Promise<Page> {
    const context = await chromium.newContext({ reducedMotion: 'reduce' })
    onTestFinished(() => context.close())
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: engine.url })
    const page = await context.newPage()
    page.setDefaultTimeout(15_000)
    await page.goto(`${engine.url}/#token=the-right-access-token`)
    await page.getByRole('heading', { name: 'Run your MCP servers here' }).waitFor()
    return page
  }

  const fault = (page: Page) => page.locator('[data-fault]')

  test('an error on the page is shown without a stack, and can be left or retried', async () => {
    const page = await openServers(browser!)
    // Only the list of conversations uses it.
    await page.evaluate(`
      window.intact = Date.prototype.setHours
      Date.prototype.setHours = () => { throw new Error('the clock is broken') }
    `)
    await page.keyboard.press('c')
    await fault(page).getByRole('heading', { name: 'This page crashed' }).waitFor()
    const said = await fault(page).innerText()
    expect(said).toContain('the clock is broken')
    expect(said).not.toContain('.js')
    expect(await page.getByRole('main').count()).toBe(1)
    for (const theme of ['Light', 'Dark'] as const) {
      await chooseTheme(page, theme)
      expect(await seriousFindings(page)).toEqual([])
    }
    await fault(page).getByRole('button', { name: 'Copy details' }).click()
    await page.getByText('Copied').waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('This page crashed: /chat\nthe clock is broken')
    await fault(page).getByRole('link', { name: 'Go to Servers' }).click()
    await page.getByRole('heading', { name: 'Run your MCP servers here' }).waitFor()
    await page.keyboard.press('c')
    const again = fault(page).getByRole('button', { name: 'Try again' })
    await again.click()
    // The button disappeared with its pane and is drawn again: the focus is on the new one, not lost to the document.
    await again.and(page.locator(':focus')).waitFor()
    await page.evaluate('Date.prototype.setHours = window.intact')
    await page.keyboard.press('Enter')
    await page.getByRole('navigation', { name: 'Conversations' }).waitFor()
  })

  test('a pane whose code does not load leaves the rest of the page usable, and can be loaded again', async () => {
    const page = await openServers(browser!)
    await page.route('**/assets/ConversationView-*.js', (route) => route.abort())
    await page.evaluate(`window.location.hash = '/chat/no-such-conversation'`)
    await fault(page).getByRole('heading', { name: 'This page could not be loaded' }).waitFor()
    expect(await page.getByRole('navigation', { name: 'Conversations' }).isVisible()).toBe(true)
    expect(await page.getByRole('main').count()).toBe(1)
    expect(await fault(page).getByRole('link', { name: 'Go to Chat' }).count()).toBe(1)
    await page.unroute('**/assets/ConversationView-*.js')
    await fault(page).getByRole('button', { name: 'Try again' }).click()
    await page.getByText('This conversation was deleted.').waitFor()
  })

  test.each(['/nowhere', '/servers/a/b/c', '/chat/a/b', '/settings/odd'])(
    '%s, which is not an address of the app, is reported as unknown, with a way to continue',
    async (address) => {
      const page = await openServers(browser!)
      await page.evaluate(`window.location.hash = '${address}'`)
      const main = page.getByRole('main')
      await main.getByRole('heading', { name: 'Page not found' }).waitFor()
      expect(await main.innerText()).toContain(address)
      expect(await seriousFindings(page)).toEqual([])
      await main.getByRole('link', { name: 'Go to Servers' }).click()
      await page.getByRole('heading', { name: 'Run your MCP servers here' }).waitFor()
    },
  )
})
