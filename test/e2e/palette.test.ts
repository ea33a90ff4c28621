/** The command palette: it finds everything by its name, and leaves the focus where it was opened. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { messageBox } from '#test/e2e/chatActions'
import { type ManyTools, openManyTools } from '#test/e2e/manyTools'
import { openBrowser } from '#test/e2e/openApp'
import { goTo, reload, seriousFindings } from '#test/e2e/pageActions'

const opener = await openBrowser()
afterAll(() => opener?.close())

const addressOf = (page: Page) => page.evaluate<string>('decodeURIComponent(window.location.hash.slice(1))')
const focusIn = (page: Page) =>
  page.evaluate<string>('document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent')

/** Selects the outcome of a run, or a run in progress. */
const ran = '[data-run]:not([data-run="idle"])'

describe.runIf(opener !== null)('the palette', () => {
  let scene: ManyTools
  const palette = () => scene.app.page.getByRole('dialog', { name: 'Commands' })
  const options = () => palette().getByRole('option')
  const selected = () => palette().getByRole('option', { selected: true })

  beforeAll(async () => {
    scene = await openManyTools(opener!)
  })
  afterAll(() => scene?.close())

  async function open(typed = ''): Promise<void> {
    await scene.app.page.keyboard.press('Control+k')
    await palette().waitFor()
    await scene.app.page.keyboard.type(typed)
  }

  async function choose(typed: string, name: RegExp | string): Promise<void> {
    await open(typed)
    await options().filter({ hasText: name }).first().waitFor()
    await expect.poll(() => selected().innerText()).toMatch(name)
    await scene.app.page.keyboard.press('Enter')
    await palette().waitFor({ state: 'detached' })
  }

  test('shows at most eight of each group, however many tools there are, and marks what matches', async () => {
    await open('entry_49')
    await palette()
      .getByText(/^Tools · 8 of \d+$/)
      .waitFor()
    expect(await options().count()).toBe(8)
    expect(await options().first().locator('mark').innerText()).toBe('entry_49')
    await scene.app.page.keyboard.press('Escape')
    await palette().waitFor({ state: 'detached' })
  })

  test('is a combobox whose keys go through the results: arrows, Page keys, Home and End; Escape returns the focus', async () => {
    const { page } = scene.app
    await page.getByLabel('Search tools').focus()
    await open('entry_49')
    const box = palette().getByRole('combobox')
    await palette()
      .getByText(/^Tools · 8 of \d+$/)
      .waitFor()
    const active = async () => {
      const id = await box.getAttribute('aria-activedescendant')
      expect(await selected().getAttribute('id')).toBe(id)
      return (await selected().innerText()).split('\n')[0]
    }
    expect(await box.getAttribute('aria-expanded')).toBe('true')
    expect(await active()).toBe('entry_49')
    for (const [key, to] of [
      ['ArrowDown', 'entry_490'],
      ['End', 'entry_496'],
      ['ArrowDown', 'entry_49'],
      ['PageDown', 'entry_496'],
      ['ArrowDown', 'entry_49'],
      ['ArrowUp', 'entry_496'],
      ['PageUp', 'entry_49'],
      ['ArrowUp', 'entry_496'],
      ['Home', 'entry_49'],
    ] as const) {
      await page.keyboard.press(key)
      expect([key, await active()]).toEqual([key, to])
    }
    await page.keyboard.press('Escape')
    await palette().waitFor({ state: 'detached' })
    expect(await focusIn(page)).toBe('Search tools')
  })

  test('says when nothing is found', async () => {
    await open('qqqq')
    await palette().getByText('No results').first().waitFor()
    expect(await options().count()).toBe(0)
    await scene.app.page.keyboard.press('Escape')
    await palette().waitFor({ state: 'detached' })
  })

  test('opens a tool over the page, with its first argument focused; a tool that may change something waits for Run', async () => {
    const { page } = scene.app
    await page.getByLabel('Search tools').focus()
    await choose('write', /^write/)
    const sheet = page.getByRole('dialog', { name: 'Write a file' })
    await sheet.waitFor()
    await expect.poll(() => sheet.locator('[data-argument-form] :focus').count()).toBe(1)
    expect(await sheet.locator(ran).count()).toBe(0)
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    expect(await focusIn(page)).toBe('Search tools')
  })

  test('runs a read-only tool at once, if its server is trusted and nothing has to be filled in', async () => {
    const { page } = scene.app
    await choose('look', /^look/)
    const sheet = page.getByRole('dialog', { name: 'look' })
    await sheet.locator('[data-run="done"]').waitFor()
    expect(await sheet.locator('[data-run="done"]').innerText()).toContain('looked')
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await scene.api('PATCH', '/servers/files', { trusted: false })
    await expect.poll(async () => (await scene.api('GET', '/calls'))['calls']).toHaveLength(1)
    await choose('look', /^look/)
    await sheet.waitFor()
    await expect.poll(() => sheet.locator(':focus').count()).toBe(1)
    expect(await sheet.locator(ran).count()).toBe(0)
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    expect((await scene.api('GET', '/calls'))['calls']).toHaveLength(1)
  })

  test('finds a conversation by what was said in it', async () => {
    const { page } = scene.app
    const { id } = await scene.api('POST', '/chat/conversations', { title: 'Untold' })
    await page.evaluate(`window.location.hash = '/chat/${String(id)}'`)
    await messageBox(page).fill('the zebra crossed')
    await page.keyboard.press('Enter')
    await page.getByText('the zebra crossed').first().waitFor()
    await page.evaluate(`window.location.hash = '/clients'`)
    await page.getByRole('heading', { name: 'Clients', level: 1 }).waitFor()
    await open('zebra')
    const found = options().filter({ hasText: 'Untold' })
    await found.waitFor()
    expect(await found.innerText()).toContain('zebra')
    await page.keyboard.press('Enter')
    await expect.poll(() => addressOf(page)).toBe(`/chat/${String(id)}`)
  })

  test('shows what was used last first, even after a reload, and stores only ids', async () => {
    const { page } = scene.app
    await reload(page)
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
    await open()
    await options().first().waitFor()
    // The palette knows the names of recently used items only once the engine has answered.
    const heading = palette().getByRole('group').first().getByText('Recent', { exact: true })
    await expect.poll(() => heading.count()).toBe(1)
    await expect.poll(() => options().nth(0).innerText()).toMatch(/^Untold/)
    await expect.poll(() => options().nth(1).innerText()).toMatch(/^look/)
    expect(await page.evaluate<string>(`localStorage.getItem('switchboard.palette')`)).not.toContain('Untold')
    await page.keyboard.press('Escape')
    await palette().waitFor({ state: 'detached' })
  })

  test('works by mouse, and axe finds nothing serious in it', async () => {
    const { page } = scene.app
    await page.getByRole('button', { name: 'Commands' }).click()
    await palette().waitFor()
    await page.keyboard.type('entry_4')
    await options().first().waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.keyboard.press('Control+a')
    await page.keyboard.type('go to act')
    await options().filter({ hasText: 'Go to Activity' }).click()
    await expect.poll(() => addressOf(page)).toBe('/activity')
  })

  test('opens servers, sections of the settings, settings by name, projects, clients and conversations', async () => {
    const { page } = scene.app
    // A client's dialog lists every tool, so it takes seconds to open with 5,000 of them.
    await scene.api('DELETE', '/servers/many')
    // Its name and Enter opens a server, although a tool has the same name, and commands switch and restart the server.
    await choose('echo', /^Echo/)
    await expect.poll(() => addressOf(page)).toBe('/servers/echo')
    await goTo(page, 'Activity')
    await choose('open echo', /^Echo/)
    await expect.poll(() => addressOf(page)).toBe('/servers/echo')
    await choose('settings: hosting', /^Settings: Hosting/)
    await expect.poll(() => addressOf(page)).toBe('/settings?section=hosting')
    await choose('keep records', /^Keep records for/)
    await expect.poll(() => addressOf(page)).toBe('/settings?section=records')
    await expect.poll(() => focusIn(page)).toBe('Days that calls are kept')
    await scene.api('POST', '/access/clients', { name: 'Robot' })
    await choose('robot', /^Robot/)
    const dialog = page.getByRole('dialog').filter({ hasText: 'Robot' })
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await choose('show project def', /^Show project Default/)
    await page.getByRole('button', { name: 'Project: Default' }).waitFor()
    await choose('show all pro', /^Show all projects/)
    const { id } = await scene.api('POST', '/chat/conversations', { title: 'Holiday plans' })
    await choose('holiday', /^Holiday plans/)
    await expect.poll(() => addressOf(page)).toBe(`/chat/${String(id)}`)
    await choose('new conv', /^New conversation/)
    await expect.poll(() => addressOf(page)).toMatch(/^\/chat\/./)
    await expect.poll(() => addressOf(page)).not.toContain(String(id))
    expect(scene.app.complaints).toEqual([])
  })
})
