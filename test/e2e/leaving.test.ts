/** Leaving edited settings asks first, whether by Escape, Back, a link, a command or closing, by mouse and by keys. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OpenedApp, type OpenedDesktop, openBrowser, openDesktop } from '#test/e2e/openApp'
import { addServer, goBack, goTo, openServer, paletteField, rowOf, seriousFindings } from '#test/e2e/pageActions'
import { makeTemporaryFolder, type TemporaryFolder } from '#test/support/temporaryFolder'
import { serverFile } from '#test/support/testServers'

const opener = await openBrowser()
afterAll(() => opener?.close())
const desktop = await openDesktop()
afterAll(() => desktop?.close())

const echo = [process.execPath, serverFile('echo')]
const settings = (page: Page) => page.getByRole('dialog', { name: 'Settings of Echo' })
const question = (page: Page) => page.getByRole('dialog', { name: 'Discard your changes?' })
const description = (page: Page) => settings(page).getByLabel('Description')
const focusedName = (page: Page) =>
  page.evaluate<string>('document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent')

async function openSettings(page: Page): Promise<void> {
  await goTo(page, 'Servers')
  await openServer(page, 'echo')
  await page.getByRole('main').getByRole('button', { name: 'Settings', exact: true }).click()
  await settings(page).waitFor()
}

describe.runIf(opener !== null)('in a browser', () => {
  let folder: TemporaryFolder
  let app: OpenedApp
  let page: Page

  beforeAll(async () => {
    folder = await makeTemporaryFolder()
    app = await opener!.open(folder.path, { SWITCHBOARD_VAULT_KEY: 'key' })
    page = app.page
    await addServer(page, 'Echo', echo)
    await rowOf(page, 'echo').locator('[data-status="Ready"]').waitFor()
  })
  afterAll(async () => {
    await app?.close()
    await folder?.remove()
  })

  test('without edits, Escape closes at once', async () => {
    await openSettings(page)
    await page.keyboard.press('Escape')
    await settings(page).waitFor({ state: 'detached' })
    expect(await question(page).count()).toBe(0)
  })

  test('by keys: Escape asks, keeps the edits with Escape or Keep editing, and gives them up with Discard', async () => {
    await openSettings(page)
    await description(page).fill('half a thought')
    await page.keyboard.press('Escape')
    await question(page).waitFor()
    expect(await focusedName(page)).toBe('Keep editing')
    expect(await seriousFindings(page)).toEqual([])
    await page.keyboard.press('Enter')
    await question(page).waitFor({ state: 'detached' })
    expect(await description(page).inputValue()).toBe('half a thought')
    await expect
      .poll(() => page.evaluate<boolean>('document.activeElement.closest("[role=dialog]") !== null'))
      .toBe(true)
    await page.keyboard.press('Escape')
    await question(page).waitFor()
    await page.keyboard.press('Escape')
    await question(page).waitFor({ state: 'detached' })
    await settings(page).waitFor()
    await page.keyboard.press('Escape')
    await question(page).waitFor()
    await page.keyboard.press('Tab')
    expect(await focusedName(page)).toBe('Discard')
    await page.keyboard.press('Enter')
    await settings(page).waitFor({ state: 'detached' })
    expect(await page.evaluate<boolean>('document.activeElement === document.body')).toBe(false)
  })

  test('by mouse: Back asks, and Save saves before it leaves', async () => {
    await openSettings(page)
    await description(page).fill('Repeats what it is told')
    await goBack(page)
    await question(page).waitFor()
    await question(page).getByRole('button', { name: 'Keep editing' }).click()
    await question(page).waitFor({ state: 'detached' })
    expect(await description(page).inputValue()).toBe('Repeats what it is told')
    await goBack(page)
    await question(page).getByRole('button', { name: 'Save' }).click()
    await settings(page).waitFor({ state: 'detached' })
    await openSettings(page)
    expect(await description(page).inputValue()).toBe('Repeats what it is told')
    await page.keyboard.press('Escape')
    await settings(page).waitFor({ state: 'detached' })
  })

  describe('when the page is slow to write the history', () => {
    test('a question that opens before the step of its dialog is written has a step of its own', async () => {
      await openSettings(page)
      await description(page).fill('half a thought')
      await page.evaluate(`{
        const { setTimeout } = window
        window.setTimeout = (act, delay = 0, ...rest) => setTimeout(act, delay + (delay === 0 ? 300 : 0), ...rest)
        window.inTime = () => Object.assign(window, { setTimeout })
        window.arrivals = []
        window.addEventListener('popstate', ({ state }) => window.arrivals.push(state?.layers ?? 0))
      }`)
      await goBack(page)
      await question(page).waitFor()
      await expect.poll(() => page.evaluate('window.history.state.layers')).toBe(2)
      await page.evaluate('window.inTime()')
      await question(page).getByRole('button', { name: 'Keep editing' }).click()
      await question(page).waitFor({ state: 'detached' })
      // The page once wrote both steps as one, so that taking one back took back both.
      await expect.poll(() => page.evaluate('window.arrivals')).toEqual([0, 1])
      await goBack(page)
      await question(page).getByRole('button', { name: 'Discard' }).click()
      await settings(page).waitFor({ state: 'detached' })
    })

    test('Back asks again when it is pressed while the step of the last question is being taken back', async () => {
      await openSettings(page)
      await description(page).fill('half a thought')
      await page.keyboard.press('Escape')
      await question(page).waitFor()
      // A browser may combine two steps back into one jump. The page once took such a jump for its own step, and Back
      // did nothing.
      await page.evaluate(`{
        const { go } = window.history
        window.history.go = (delta) => {
          window.history.go = go
          window.history.go(delta - 1)
        }
      }`)
      await question(page).getByRole('button', { name: 'Keep editing' }).click()
      await question(page).getByRole('button', { name: 'Discard' }).click()
      await settings(page).waitFor({ state: 'detached' })
      expect(page.url()).toMatch(/#\/servers/)
    })
  })

  test('input that cannot be saved stays, with the focus at the mistake', async () => {
    await openSettings(page)
    await settings(page).getByLabel('Name', { exact: true }).fill('')
    await page.keyboard.press('Escape')
    await question(page).getByRole('button', { name: 'Save' }).click()
    await question(page).waitFor({ state: 'detached' })
    await settings(page).locator('[aria-invalid="true"]').first().waitFor()
    await expect
      .poll(() => page.evaluate<string | null>('document.activeElement.getAttribute("aria-invalid")'))
      .toBe('true')
    await settings(page).getByRole('button', { name: 'Cancel' }).click()
    await settings(page).waitFor({ state: 'detached' })
  })

  test('a command of the palette asks, and goes on after Discard', async () => {
    for (const command of ['Tools', 'Add a server']) {
      await openSettings(page)
      await description(page).fill('half a thought')
      await page.keyboard.press('Control+k')
      await paletteField(page).fill(command)
      await page.keyboard.press('Enter')
      await question(page).waitFor()
      await question(page).getByRole('button', { name: 'Discard' }).click()
      await settings(page).waitFor({ state: 'detached' })
      if (command === 'Tools') await expect.poll(() => page.url()).toContain('#/tools')
      else {
        const added = page.getByRole('dialog', { name: 'Add a server' })
        await added.waitFor()
        await page.keyboard.press('Escape')
        await added.waitFor({ state: 'detached' })
        expect(await question(page).count()).toBe(0)
      }
    }
  })

  test('a dialog on a page asks before the page is left', async () => {
    await page.evaluate(`window.location.hash = '/settings?section=secrets'`)
    await page.getByRole('button', { name: 'Set a secret' }).first().click()
    const secret = page.getByRole('dialog').first()
    await secret.getByLabel('Name', { exact: true }).fill('TOKEN')
    await page.keyboard.press('Control+k')
    await paletteField(page).fill('Activity')
    await page.keyboard.press('Enter')
    await question(page).getByRole('button', { name: 'Keep editing' }).click()
    await question(page).waitFor({ state: 'detached' })
    expect(await secret.getByLabel('Name', { exact: true }).inputValue()).toBe('TOKEN')
    expect(page.url()).toContain('section=secrets')
    await page.keyboard.press('Escape')
    await question(page).getByRole('button', { name: 'Discard' }).click()
    await secret.waitFor({ state: 'detached' })
  })

  test('closing the tab asks while there are edits, and not otherwise', async () => {
    await openSettings(page)
    await description(page).fill('half a thought')
    const asked = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    expect((await asked).type()).toBe('beforeunload')
    expect(await description(page).inputValue()).toBe('half a thought')
    await settings(page).getByRole('button', { name: 'Cancel' }).click()
    await settings(page).waitFor({ state: 'detached' })
    expect(app.complaints.filter((one) => !one.startsWith('dialog:'))).toEqual([])
  })
})

describe.runIf(desktop !== null)('in the desktop app', () => {
  test('closing the window asks while there are edits: Keep editing keeps it, Discard closes it', async () => {
    const folder = await makeTemporaryFolder()
    const app: OpenedDesktop = await desktop!.open(folder.path)
    const { page } = app
    await page
      .getByRole('button', { name: /^Add (a )?server/ })
      .first()
      .click()
    await page.getByRole('dialog', { name: 'Add a server' }).getByLabel('Name', { exact: true }).fill('Half')
    const answers = (response: number) =>
      app.app.evaluate(({ dialog }, given) => {
        const asked = { count: 0 }
        Object.assign(globalThis, { asked })
        dialog.showMessageBox = () => {
          asked.count += 1
          return Promise.resolve({ response: given, checkboxChecked: false })
        }
      }, response)
    const closeWindow = () =>
      app.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().forEach((window) => window.close()))
    await answers(0)
    await closeWindow()
    await expect
      .poll(() => app.app.evaluate(() => (globalThis as unknown as { asked: { count: number } }).asked.count))
      .toBe(1)
    expect(await page.getByRole('dialog', { name: 'Add a server' }).count()).toBe(1)
    await answers(1)
    const closed = page.waitForEvent('close')
    await closeWindow()
    await closed
    await app.close()
    await folder.remove()
  })
})
