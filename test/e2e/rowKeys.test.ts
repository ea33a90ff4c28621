/**
 * Lists by keyboard: the same keys work in every list, even in one of 5,000 rows, of which only the visible ones exist.
 */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ManyTools, openManyTools } from '#test/e2e/manyTools'
import { openBrowser } from '#test/e2e/openApp'
import { goBack, goTo, reload, rowOf, seriousFindings, toolRow } from '#test/e2e/pageActions'

const opener = await openBrowser()
afterAll(() => opener?.close())

const addressOf = (page: Page) => page.evaluate<string>('decodeURIComponent(window.location.hash.slice(1))')
const focusIn = (page: Page) =>
  page.evaluate<string>('document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent')

const toolsIn = (page: Page, rows: string) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('${rows}')].map((row) => row.dataset.tool)`)

describe.runIf(opener !== null)('a list', () => {
  let scene: ManyTools
  const press = async (...keys: string[]) => {
    for (const key of keys) await scene.app.page.keyboard.press(key)
    return focusIn(scene.app.page)
  }
  const selected = () => scene.app.page.locator('[data-selected]')
  const isOn = (name: string) => toolRow(scene.app.page, name).getByRole('switch').getAttribute('aria-checked')

  beforeAll(async () => {
    scene = await openManyTools(opener!)
    const calls: [name: string, args: object, times: number][] = [
      ['add', { a: 1, b: 2 }, 3],
      ['echo', { text: 'hello' }, 2],
      ['fail', {}, 1],
      ['slow', { ms: 300 }, 1],
    ]
    for (const [name, args, times] of calls)
      for (let time = 0; time < times; time += 1) await scene.api('POST', '/tools/call', { name, arguments: args })
  })
  afterAll(() => scene?.close())

  test('of 5,000 tools: down from the search to the first row, up again, Page keys, End and Home; Tab stops at one row', async () => {
    const { page } = scene.app
    await page.getByLabel('Search tools').focus()
    const first = await press('ArrowDown')
    const second = await press('ArrowDown')
    expect(second).not.toBe(first)
    expect(await press('ArrowUp')).toBe(first)
    expect(await press('ArrowUp')).toBe('Search tools')
    await press('ArrowDown')
    expect(await press('End')).toBe('entry_4999')
    await toolRow(page, 'entry_4999').waitFor()
    const before = await press('PageUp')
    expect(before).toMatch(/^entry_49[789]\d$/)
    expect(await press('Tab')).toBe(`${before} of many on`)
    expect(await page.locator('[data-row-link]').count()).toBeLessThan(80)
    await page.keyboard.press('Shift+Tab')
    expect(await press('Home')).toBe(first)
    // A row that the wheel scrolls away keeps the focus, and the next key continues from there.
    await toolRow(page, first).hover()
    await page.mouse.wheel(0, 40_000)
    await page.locator('[data-tool^="entry_7"]').first().waitFor()
    expect(await focusIn(page)).toBe(first)
    expect(await press('ArrowDown')).toBe(second)
    await toolRow(page, second).waitFor()
  })

  test('letters go to the next row that starts with them instead of being shortcuts; after a click they are shortcuts again', async () => {
    const { page } = scene.app
    await page.getByLabel('Search tools').focus()
    await press('ArrowDown', 'Home')
    expect(await press('w')).toBe('write')
    await page.getByLabel('Search tools').focus()
    await press('ArrowDown')
    await page.keyboard.type('entry_4321')
    expect(await focusIn(page)).toBe('entry_4321')
    await toolRow(page, 'entry_4321').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(await press('Enter')).not.toBe('entry_4321')
    await page.getByRole('dialog', { name: 'entry_4321' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await focusIn(page)).toBe('entry_4321')
  })

  test('of tools is selected by keys and switched as one: Shift and arrows, Space, Escape', async () => {
    const { page } = scene.app
    await page.evaluate(`window.location.hash = '/tools?server=echo&sort=name'`)
    await toolRow(page, 'entry_1').waitFor({ state: 'detached' })
    await page.getByLabel('Search tools').focus()
    expect(await press('ArrowDown')).toBe('add')
    await press('Shift+ArrowDown', 'Shift+ArrowDown')
    await page.getByText('3 selected').waitFor()
    expect(await selected().count()).toBe(3)
    await press('Shift+ArrowUp')
    await page.getByText('2 selected').waitFor()
    await press('ArrowDown', 'ArrowDown', 'Space')
    await page.getByText('3 selected').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    const names = await toolsIn(page, '[data-selected]')
    await page.getByRole('button', { name: 'Turn off', exact: true }).focus()
    await page.keyboard.press('Enter')
    for (const name of names) await expect.poll(() => isOn(name)).toBe('false')
    await page.getByText('Switched 3 tools off').first().waitFor()
    await page.getByRole('button', { name: 'Turn on', exact: true }).focus()
    await page.keyboard.press('Enter')
    for (const name of names) await expect.poll(() => isOn(name)).toBe('true')
    await page.getByRole('button', { name: 'Clear', exact: true }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => selected().count()).toBe(0)
    expect(await page.locator('[data-row-link]:focus').count()).toBe(1)
    await press('Control+a')
    expect(await selected().count()).toBeGreaterThan(5)
    await press('Escape')
    expect(await selected().count()).toBe(0)
  })

  test('of tools is selected by mouse: Shift and a click extend, Ctrl and a click toggle, a click alone opens', async () => {
    const { page } = scene.app
    const row = (at: number) => page.locator('[data-row-link]').nth(at)
    await row(1).click({ modifiers: ['Control'] })
    await row(4).click({ modifiers: ['Shift'] })
    await page.getByText('4 selected').waitFor()
    await row(2).click({ modifiers: ['Control'] })
    await page.getByText('3 selected').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await expect.poll(() => selected().count()).toBe(0)
    await row(1).click()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  test('of tools keeps text, filters and order in the address, over Back and a reload', async () => {
    const { page } = scene.app
    await page.evaluate(`window.location.hash = '/tools'`)
    await page.getByLabel('Search tools').fill('e')
    await page.getByLabel('Server', { exact: true }).selectOption('echo')
    await page.getByLabel('Sort by').focus()
    await page.keyboard.type('Most c')
    await expect.poll(() => addressOf(page)).toBe('/tools?text=e&server=echo&sort=calls')
    const names = () => toolsIn(page, '[data-tool]')
    await expect.poll(async () => (await names()).slice(0, 2)).toEqual(['add', 'echo'])
    await toolRow(page, 'echo').getByText('2 calls').waitFor()
    await goTo(page, 'Clients')
    await goBack(page)
    await toolRow(page, 'echo').waitFor()
    expect(await page.getByLabel('Search tools').inputValue()).toBe('e')
    await reload(page)
    await toolRow(page, 'echo').getByText('2 calls').waitFor()
    expect(await page.getByLabel('Search tools').inputValue()).toBe('e')
    await page.getByLabel('Search tools').fill('')
    await page.getByLabel('Sort by').selectOption('Most errors')
    await expect.poll(async () => (await names())[0]).toBe('fail')
    await page.getByLabel('Sort by').selectOption('Last used')
    await expect.poll(async () => (await names()).slice(0, 2)).toEqual(['slow', 'fail'])
    await goTo(page, 'Tools')
    await expect.poll(() => page.getByLabel('Sort by').inputValue()).toBe('')
  })

  test('of calls is walked by keys and sorted by time and duration, in the address', async () => {
    const { page } = scene.app
    await goTo(page, 'Activity')
    const calls = page.locator('[data-call] [data-row-link]')
    await expect.poll(() => calls.count()).toBe(7)
    await page.getByLabel('Search calls').focus()
    expect(await press('ArrowDown')).toBe('slow')
    expect(await press('f')).toBe('fail')
    expect(await press('End')).toBe('add')
    await page.getByLabel('Sort by').selectOption('Oldest first')
    await expect.poll(() => addressOf(page)).toBe('/activity?order=oldest')
    await expect.poll(() => calls.first().innerText()).toBe('add')
    await page.getByLabel('Sort by').selectOption('Slowest first')
    await expect.poll(() => calls.first().innerText()).toBe('slow')
    await page.getByLabel('Search calls').fill('add')
    await expect.poll(() => addressOf(page)).toBe('/activity?text=add&order=slowest')
    await expect.poll(() => calls.count()).toBe(3)
    await reload(page)
    await expect.poll(() => calls.count()).toBe(3)
    expect(await page.getByLabel('Search calls').inputValue()).toBe('add')
    await page.getByLabel('Search calls').focus()
    await press('ArrowDown', 'Enter')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await focusIn(page)).toBe('add')
  })

  test('of servers is walked by the same keys; letters find rows only if keys led into the list', async () => {
    const { page } = scene.app
    for (const name of ['Ant', 'Bee', 'Cat', 'Dog', 'Eel', 'Fox', 'Gnu'])
      await scene.api('POST', '/servers', { name, launch: { transport: 'stdio', command: 'none' }, enabled: false })
    await goTo(page, 'Servers')
    await rowOf(page, 'gnu').waitFor()
    await page.getByLabel('Filter servers').focus()
    const first = await press('ArrowDown')
    expect(await press('ArrowUp')).toBe('Filter servers')
    expect(await press('ArrowDown', 'd')).toBe('Dog')
    expect(await press('Home')).toBe(first)
    await rowOf(page, 'dog').getByRole('link').first().click()
    await page.getByRole('heading', { level: 2, name: 'Dog' }).waitFor()
    await page.keyboard.press('n')
    await page.getByRole('dialog', { name: 'Add a server' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(scene.app.complaints).toEqual([])
  })
})
