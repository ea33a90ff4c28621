/**
 * The matrix of servers and projects by keyboard, at size, in both themes and narrow. The tests build on each other.
 */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callApi, launchOf } from '#test/e2e/askedClient'
import { openBrowser, type OpenedApp } from '#test/e2e/openApp'
import { chooseTheme, goTo, reload, seriousFindings } from '#test/e2e/pageActions'
import { makeTemporaryFolder, type TemporaryFolder } from '#test/support/temporaryFolder'

const opener = await openBrowser()
afterAll(() => opener?.close())

const [manyTools, manyProjects] = [2000, 20]

const focused = (page: Page) =>
  page.evaluate<string>(`(() => {
    const active = document.activeElement
    const name = active.getAttribute('aria-label') ?? active.textContent
    return active.closest('[role=treegrid]') === null ? 'outside: ' + name : name
  })()`)

describe.runIf(opener !== null)('a browser', () => {
  let folder: TemporaryFolder
  let app: OpenedApp
  /** The page's requests for the matrix: the server that was requested, or null for all. */
  const asked: (string | null)[] = []
  const rest = (method: string, path: string, body?: unknown) => callApi(app.origin, app.token, method, path, body)
  const grid = () => app.page.getByRole('treegrid', { name: 'Servers and tools by project' })
  const drawn = () => grid().getByRole('row').count()
  const checked = (name: string, state: 'true' | 'false' | 'mixed') =>
    app.page.locator(`[role="checkbox"][aria-label="${name}"][aria-checked="${state}"]`).waitFor()
  const undo = (text: string) =>
    app.page.getByRole('listitem').filter({ hasText: text }).last().getByRole('button', { name: 'Undo' }).click()
  const press = async (...keys: string[]) => {
    for (const key of keys) await app.page.keyboard.press(key)
    return focused(app.page)
  }

  /** The state a user starts with: nothing is scrolled, whatever the previous test did. */
  const toTop = () => grid().evaluate((element) => element.scrollTo(0, 0))

  beforeAll(async () => {
    folder = await makeTemporaryFolder()
    app = await opener!.open(folder.path)
    const { page } = app
    for (let number = 1; number < manyProjects; number += 1)
      await rest('POST', '/projects', { name: `Project ${String(number).padStart(2, '0')}` })
    await rest('POST', '/servers', { name: 'Alpha', launch: launchOf('echo') })
    await rest('POST', '/servers', { name: 'Beta', launch: launchOf('echo') })
    await rest('POST', '/servers', { name: 'Many', launch: launchOf('echo', '--tools', String(manyTools)) })
    page.on('websocket', (socket) =>
      socket.on('framesent', ({ payload }) => {
        const text = payload.toString()
        if (text.includes('/projects/matrix')) asked.push(/"slug":"([^"]+)"/.exec(text)?.[1] ?? null)
      }),
    )
    await reload(page)
    await goTo(page, 'Projects')
    await page.locator('[data-row="many"]').getByText('2013').waitFor()
  })
  afterAll(async () => {
    await app?.close()
    await folder.remove()
  })

  test('with thousands of tools in twenty projects, only the visible rows are drawn', async () => {
    const { page } = app
    await page.locator('[data-row="many"] [data-act="fold"]').click()
    await page.locator('[data-row="many/echo"]').waitFor()
    expect(Number(await grid().getAttribute('aria-rowcount'))).toBeGreaterThan(manyTools)
    expect(await grid().getAttribute('aria-colcount')).toBe(String(manyProjects + 2))
    expect(await drawn()).toBeLessThan(60)
    expect(await grid().getByRole('gridcell').count()).toBeLessThan(60 * (manyProjects / 2 + 2))
  })

  test('every cell is reachable by keyboard, even outside the visible part, and one always has the focus', async () => {
    const { page } = app
    await page.locator('[data-row="alpha"] [data-act="fold"]').focus()
    expect(await press('ArrowRight')).toContain('Alpha')
    expect(await press('ArrowRight')).toBe('Alpha in all its projects')
    expect(await press('ArrowRight')).toBe('Alpha in Default')
    expect(await press('ArrowRight')).toBe('Add Alpha to Project 01')
    expect(await press('End')).toBe('Add Alpha to Project 19')
    expect(await press('Control+End')).toContain(`extra_${manyTools} is not in Project 19`)
    expect(await page.locator(':focus').isVisible()).toBe(true)
    expect(await press('Home')).toBe(`extra_${manyTools}`)
    expect(await press('Control+Home')).toContain('Alpha')
    expect(await press('ArrowUp')).toBe('All servers')
    expect(await press('ArrowUp', 'ArrowRight', 'ArrowRight')).toBe('Project Default')
    expect(await press('ArrowDown')).toBe('All servers in Default')
    expect(await press('ArrowDown', 'ArrowDown')).toMatch(/^echo in Default/)
    expect(await press('PageDown')).toMatch(/ in Default$/)
  })

  test('Enter folds and unfolds, Space switches, Delete takes out, and a letter finds a line instead of leaving the page', async () => {
    const { page } = app
    await press('Control+Home')
    expect(await press('ArrowLeft')).toContain('Alpha')
    await page.locator('[data-row="alpha"][aria-expanded="false"]').waitFor()
    expect(await press('b')).toContain('Beta')
    await press('Enter')
    await page.locator('[data-row="beta"][aria-expanded="true"]').waitFor()
    expect(await press('s', 'l')).toBe('slow')
    expect(await press('ArrowLeft')).toContain('Beta')
    expect(await press('ArrowRight', 'ArrowRight')).toBe('Beta in Default')
    await press('Space')
    await checked('Beta in Default', 'false')
    await press('Space')
    await checked('Beta in Default', 'true')
    await press('Delete')
    await page.getByRole('button', { name: 'Add Beta to Default' }).waitFor()
    expect(await focused(page)).toBe('Add Beta to Default')
    await undo('Removed Beta from Default')
    await checked('Beta in Default', 'true')
    await toTop()
    await page.locator('[data-row="beta/slow"]').getByRole('checkbox', { name: 'slow in Default' }).focus()
    await press('Enter')
    await page.getByRole('dialog', { name: 'slow in Default' }).waitFor()
    await press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await focused(page)).toBe('slow in Default')
    expect(page.url()).toContain('#/projects')
  })

  test('Enter on the name of a project opens its menu, and the arrow keys stay in it', async () => {
    const { page } = app
    await toTop()
    await page.getByRole('button', { name: 'Project Default', exact: true }).focus()
    await press('Enter')
    const settings = page.getByRole('menuitem', { name: 'Settings' })
    await settings.waitFor()
    await press('ArrowDown', 'ArrowDown')
    await press('Escape')
    await settings.waitFor({ state: 'detached' })
    expect(await focused(page)).toBe('Project Default')
  })

  test('a filter finds tools in all servers; one click switches the matches in a project, and one Undo reverts it', async () => {
    const { page } = app
    await page.getByLabel('Filter servers and tools').fill('extra_1999')
    await page.getByText('Found: 1 tool').waitFor()
    await page.locator('[data-row="many/extra_1999"]').waitFor()
    expect(await page.locator('[data-row="alpha"]').count()).toBe(0)
    await page.getByRole('checkbox', { name: '1 tool in Default' }).click()
    await checked('extra_1999 in Default', 'false')
    await undo('Switched 1 tool off in Default')
    await checked('extra_1999 in Default', 'true')
    await page.getByLabel('Filter servers and tools').fill('zzz')
    await page.getByText('No servers or tools match this filter.').waitFor()
    await page.getByRole('button', { name: 'Show all' }).click()
    // Rows that were unfolded before are unfolded again.
    await page.locator('[data-row="beta/slow"]').waitFor()
  })

  test('a whole row and a whole column are switched at once, and Undo restores each as it was', async () => {
    const { page } = app
    await rest('PUT', '/projects/default/servers/beta', { enabled: false })
    await checked('Beta in Default', 'false')
    await page.getByRole('checkbox', { name: 'All servers in Default' }).click()
    await checked('Beta in Default', 'true')
    await checked('All servers in Default', 'true')
    await undo('Switched 3 servers on in Default')
    await checked('Beta in Default', 'false')
    expect(await rest('GET', '/projects/default/servers')).toMatchObject([
      { slug: 'alpha', enabled: true },
      { slug: 'beta', enabled: false },
      { slug: 'many', enabled: true },
    ])
    await checked('Alpha in Default', 'true')
    await page.getByRole('checkbox', { name: 'Alpha in all its projects' }).click()
    await checked('Alpha in Default', 'false')
    await undo('Switched Alpha off in all projects')
    await checked('Alpha in Default', 'true')
  })

  test('changes made elsewhere are read row by row, never the whole matrix again', async () => {
    asked.length = 0
    await rest('PUT', '/projects/default/tools', { server: 'alpha', names: ['add', 'fail'], enabled: false })
    await app.page.getByRole('checkbox', { name: /^Alpha in Default, \d+ of \d+ tools on$/ }).waitFor()
    await rest('PUT', '/projects/default/servers/beta', { enabled: true })
    await checked('Beta in Default', 'true')
    expect(new Set(asked)).toEqual(new Set(['alpha', 'beta']))
  })

  test.each(['Light', 'Dark'] as const)('%s: axe finds nothing serious, wide and narrow', async (theme) => {
    const { page } = app
    await chooseTheme(page, theme)
    expect(await seriousFindings(page)).toEqual([])
    await page.setViewportSize({ width: 420, height: 800 })
    await page.locator('[data-row="alpha"]').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    const sideways = 'document.documentElement.scrollWidth > document.documentElement.clientWidth'
    expect(await page.evaluate(sideways)).toBe(false)
    await page.setViewportSize({ width: 1280, height: 832 })
    await page.getByLabel('Filter servers and tools').fill('slow')
    await page.locator('[data-row="beta/slow"]').getByRole('checkbox', { name: 'slow in Default' }).press('Enter')
    await page.getByText('Clients see it as').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByLabel('Filter servers and tools').fill('')
  })

  /** Whether a message from the page is sent to a route that does not exist. */
  let isBroken: (sent: string) => boolean = () => false

  test('if the servers cannot be read, the page says so and reads them again on request', async () => {
    const { page } = app
    isBroken = (sent) => sent.includes('/projects/matrix')
    await page.routeWebSocket(/.*/, (socket) => {
      const engine = socket.connectToServer()
      socket.onMessage((said) => {
        const sent = said.toString()
        engine.send(isBroken(sent) ? sent.replace(/\/projects\/\w+/, '/projects/no-such-route') : said)
      })
    })
    await reload(page)
    await page.getByText('The servers could not be read').waitFor()
    expect(await grid().count()).toBe(0)
    isBroken = () => false
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.locator('[data-row="alpha"]').waitFor()
  })

  // Catches a change that fails halfway and cannot be undone, and cells that show switches that were not made.
  test('a change to a whole column that fails halfway says where, shows what was done, and can be undone at once', async () => {
    const { page } = app
    isBroken = (sent) => sent.includes('"slug":"beta"') && !sent.includes('/projects/matrix')
    await page.getByRole('checkbox', { name: 'All servers in Default' }).click()
    await page.getByText(/^1 change of 3 was made\. Beta: /).waitFor()
    await checked('Alpha in Default', 'false')
    await checked('Beta in Default', 'true')
    await checked('Many in Default', 'true')
    await undo('Could not do all of this')
    await page.getByRole('checkbox', { name: /^Alpha in Default, \d+ of \d+ tools on$/ }).waitFor()
    expect(await rest('GET', '/projects/default/servers')).toMatchObject([
      { slug: 'alpha', enabled: true },
      { slug: 'beta', enabled: true },
      { slug: 'many', enabled: true },
    ])
    isBroken = () => false
  })

  // Catches a row that shows no tools and does not say that the server failed.
  test('a failed server says so in its row until it works again', async () => {
    const { page } = app
    await rest('POST', '/servers', {
      name: 'Broken',
      launch: { transport: 'stdio', command: 'no-such-program-of-the-test' },
    })
    const failed = page.locator('[data-row="broken"]').getByText('Failed')
    await failed.waitFor()
    expect(await page.getByTitle(/"no-such-program-of-the-test" was not found/).isVisible()).toBe(true)
    expect(await seriousFindings(page)).toEqual([])
    await rest('PATCH', '/servers/broken', { launch: launchOf('echo') })
    await failed.waitFor({ state: 'detached' })
  })

  test('none of this causes an error, a content policy refusal or a browser dialog', () => {
    expect(app.complaints).toEqual([])
  })
})
