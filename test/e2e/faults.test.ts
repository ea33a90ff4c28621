/**
 * A page that crashed or did not load, and an unknown address: reported in plain words, with ways to continue, inside
 * the app’s frame.
 */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { answered, send, thread, useOwnEndpoint } from '#test/e2e/chatActions'
import { type ChatModel, startChatModel } from '#test/e2e/chatModel'
import { chooseTheme, goTo, reload, seriousFindings } from '#test/e2e/pageActions'
import { launchBrowser, type ServedEngine, serveEngine } from '#test/support/browser'
import { makeTemporaryFolder, type TemporaryFolder } from '#test/support/temporaryFolder'

/** Two parts of a message that are loaded at first use. */
const codeAndFormula = '```ts\nconst answer = 42\n```\n\n$$a + b$$\n\nThat was all.'

const browser = await launchBrowser()
afterAll(() => browser?.close())

describe.runIf(browser !== null)('a browser', () => {
  let folder: TemporaryFolder
  let engine: ServedEngine
  let model: ChatModel

  beforeAll(async () => {
    folder = await makeTemporaryFolder()
    model = await startChatModel(() => ({ text: codeAndFormula }))
    engine = await serveEngine(folder.path, { SWITCHBOARD_TOKEN: 'the-right-access-token' })
  })
  afterAll(async () => {
    await engine?.close()
    await model?.close()
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

  /** Makes requests for this file of the page fail. Returns a function that counts them. */
  async function failing(page: Page, file: string, times = Infinity): Promise<() => number> {
    let failed = 0
    await page.route(`**/assets/${file}-*.js`, async (route) => {
      if (failed === times) return route.continue()
      failed += 1
      return route.abort('failed')
    })
    return () => failed
  }

  /** The page's errors, and whether the document was replaced. A reload would lose unsaved edits. */
  async function watched(page: Page): Promise<() => Promise<string[]>> {
    const errors: string[] = []
    page.on('pageerror', ({ message }) => errors.push(message))
    await page.evaluate('window.unreloaded = true')
    return async () => {
      const isSame = await page.evaluate('window.unreloaded === true')
      return [...errors, ...(await fault(page).allInnerTexts()), ...(isSame ? [] : ['the page was reloaded'])]
    }
  }

  test('an error on the page is shown without a stack, and can be left or retried', async () => {
    const page = await openServers(browser!)
    // Only the list of conversations calls `setHours`, so only that page crashes.
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
    // The retry removed the button, and the new crash drew another one, which must have the focus.
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

  // A container or a VPN that starts makes the browser abort the requests in flight.
  test.each([
    ['its own file', 'HostingPage', 1],
    // Requested twice: by a link that preloads it, and by the import.
    ['a file that it imports', 'VolumeSection', 2],
  ])('a page appears without an error or a reload if %s fails to load at first', async (_, file, times) => {
    const page = await openServers(browser!)
    const errors = await watched(page)
    const failed = await failing(page, file, times)
    await goTo(page, 'Hosting')
    await page.getByRole('button', { name: 'Host a server' }).first().waitFor()
    expect({ failed: failed(), errors: await errors() }).toEqual({ failed: times, errors: [] })
  })

  const openProjectDialog = async (page: Page) => {
    await page.getByRole('button', { name: /^Project:/ }).click()
    await page.getByRole('menuitem', { name: 'New project' }).click()
  }

  test('a dialog whose file fails to load once appears without an error', async () => {
    const page = await openServers(browser!)
    const errors = await watched(page)
    const failed = await failing(page, 'ProjectDialog', 1)
    await openProjectDialog(page)
    await page.getByRole('dialog', { name: 'New project' }).waitFor()
    expect({ failed: failed(), errors: await errors() }).toEqual({ failed: 1, errors: [] })
  })

  test('a dialog whose file never loads is reported as a page that could not be loaded', async () => {
    const page = await openServers(browser!)
    await failing(page, 'ProjectDialog')
    await openProjectDialog(page)
    expect(await fault(page).getByRole('heading').innerText()).toBe('This page could not be loaded')
  })

  test('code and a formula whose files fail to load once are coloured and drawn; if they never load, both stay text', async () => {
    const page = await openServers(browser!)
    await goTo(page, 'Chat')
    await useOwnEndpoint(page, model.url)
    const errors = await watched(page)
    const code = thread(page).locator('figure').last()
    const once = [await failing(page, 'colouredCode', 1), await failing(page, 'formula', 1)]
    await send(page, 'write')
    await answered(page, 'That was all.')
    await code.locator('pre span', { hasText: 'const' }).waitFor()
    await thread(page).locator('math').waitFor()
    expect({ failed: once.map((failed) => failed()), errors: await errors() }).toEqual({ failed: [1, 1], errors: [] })

    // The reload discards both files. Each of the two messages requests each file four times before it gives up.
    const never = [await failing(page, 'colouredCode'), await failing(page, 'formula')]
    await reload(page)
    const again = await watched(page)
    const failures = () => never.map((failed) => failed())
    await expect.poll(failures).toEqual([4, 4])
    await send(page, 'write')
    await expect.poll(failures).toEqual([8, 8])
    expect(await code.locator('pre').innerText()).toContain('const answer = 42')
    await thread(page).getByText('a + b').last().waitFor()
    expect(await thread(page).locator('pre span, math').count()).toBe(0)
    expect(await again()).toEqual([])
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
