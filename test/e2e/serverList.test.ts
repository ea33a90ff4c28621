/**
 * The list of servers: what comes first, what is shown, how it is narrowed, and that nothing moves under the pointer.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callApi, launchOf } from '#test/e2e/askedClient'
import { type OpenedApp, openBrowser } from '#test/e2e/openApp'
import { chooseProject, goTo, reload, rowOf, seriousFindings, status } from '#test/e2e/pageActions'
import { makeTemporaryFolder, type TemporaryFolder } from '#test/support/temporaryFolder'

const opener = await openBrowser()
afterAll(() => opener?.close())

/** An icon: a square of one colour. */
const icon =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAFklEQVR4nGOQyztBEmIY1TCqYfhqAAAXiFQQXpO5+gAAAABJRU5ErkJggg=='
const broken = { transport: 'stdio', command: '/nowhere/broken', args: [] }
/** An address at which nothing listens, so that the server is retried again and again. */
const unreachable = { transport: 'http', url: 'http://127.0.0.1:9/mcp', headers: {} }

describe.runIf(opener !== null)('in a browser', () => {
  let folder: TemporaryFolder
  let app: OpenedApp
  const api = (method: string, path: string, body?: unknown) => callApi(app.origin, app.token, method, path, body)
  const add = (name: string, launch: object, more: object = {}) => api('POST', '/servers', { name, launch, ...more })
  const shown = () => app.page.locator('[data-server]').evaluateAll((rows) => rows.map((row) => row.dataset['server']))
  const chip = (name: string) => app.page.getByRole('group', { name: 'State of servers' }).getByRole('button', { name })
  const address = () => new URL(app.page.url()).hash
  const pointAway = () => app.page.mouse.move(1000, 600)

  beforeAll(async () => {
    folder = await makeTemporaryFolder()
    app = await opener!.open(folder.path)
    const other = await api('POST', '/projects', { name: 'Work' })
    await add('zebra', launchOf('echo'))
    await add('Apple', launchOf('echo', '--icon', icon), { projectId: other['id'], sessions: 'shared' })
    await add('off', launchOf('echo'), { enabled: false })
    await add('retried', unreachable)
    await add('mango', broken)
    await rowOf(app.page, 'mango').locator('[data-status="Failed"]').waitFor()
    await rowOf(app.page, 'retried').locator('[data-status="Retrying"]').waitFor()
    await status(app.page, 'zebra', 'Ready')
    await status(app.page, 'apple', 'Ready')
  })
  afterAll(async () => {
    await app?.close()
    await folder.remove()
  })

  test('what fails comes first, then what is retried, then the others by name', async () => {
    await pointAway()
    await expect.poll(shown).toEqual(['mango', 'retried', 'apple', 'off', 'zebra'])
  })

  test('a row has the picture of the server or its initial, what it runs, and its projects', async () => {
    const apple = rowOf(app.page, 'apple')
    expect(await apple.locator('img').getAttribute('src')).toBe(icon)
    await apple.getByText('echo.js', { exact: true }).waitFor()
    await apple.getByText('Work', { exact: true }).waitFor()
    // Joins the first server's process, which has already reported its icon.
    await add('Apple two', launchOf('echo', '--icon', icon), { sessions: 'shared' })
    await rowOf(app.page, 'apple-two').locator('img').waitFor()
    await api('DELETE', '/servers/apple-two')
    await rowOf(app.page, 'apple-two').waitFor({ state: 'detached' })
    const zebra = rowOf(app.page, 'zebra')
    expect(await zebra.locator('img').count()).toBe(0)
    await zebra.getByText('Z', { exact: true }).waitFor()
    await rowOf(app.page, 'retried').getByText('127.0.0.1:9', { exact: true }).waitFor()
  })

  test('the navigation counts what fails and what is retried apart', async () => {
    const navigation = app.page.getByRole('navigation', { name: 'Main' })
    await navigation.locator('[data-failed="1"]').waitFor()
    await navigation.locator('[data-retrying="1"]').waitFor()
    const link = navigation.getByRole('link', { name: /^Servers/ })
    expect(await link.innerText()).toMatch(/1 failing[^]*1 retrying[^]*5/)
  })

  test('a filter counts the servers in its state, is kept in the address, and stays while a server is opened', async () => {
    const { page } = app
    expect(await page.getByRole('group', { name: 'State of servers' }).innerText()).toMatch(
      /All\s+5\s+Failing\s+1\s+Retrying\s+1\s+Running\s+2\s+Off\s+1/,
    )
    await chip('Running').click()
    await expect.poll(shown).toEqual(['apple', 'zebra'])
    expect(address()).toContain('state=running')
    await rowOf(page, 'zebra').getByRole('link').first().click()
    await page.getByRole('heading', { level: 2, name: 'zebra' }).waitFor()
    await page.getByRole('tab', { name: 'Details' }).click()
    expect(address()).toContain('state=running')
    expect(await shown()).toEqual(['apple', 'zebra'])
    await reload(page)
    await expect.poll(shown).toEqual(['apple', 'zebra'])
    await chip('Off').focus()
    await page.keyboard.press('Enter')
    await expect.poll(shown).toEqual(['off'])
    await chip('All').click()
    await expect.poll(shown).toHaveLength(5)
    expect(address()).not.toContain('state=')
    await goTo(page, 'Tools')
    await goTo(page, 'Servers')
    await expect.poll(shown).toHaveLength(5)
  })

  test('no row moves under the pointer or under the keyboard focus', async () => {
    const { page } = app
    const before = ['mango', 'retried', 'apple', 'off', 'zebra']
    await pointAway()
    await expect.poll(shown).toEqual(before)
    await rowOf(page, 'zebra').hover()
    await api('PATCH', '/servers/zebra', { launch: broken })
    await status(page, 'zebra', 'Failed')
    expect(await shown()).toEqual(before)
    await pointAway()
    await expect.poll(shown).toEqual(['mango', 'zebra', 'retried', 'apple', 'off'])
    await chip('All').focus()
    await page.keyboard.press('Tab')
    await rowOf(page, 'mango').getByRole('link').first().focus()
    await page.keyboard.press('ArrowDown')
    await api('PATCH', '/servers/zebra', { launch: launchOf('echo') })
    await status(page, 'zebra', 'Ready')
    expect(await shown()).toEqual(['mango', 'zebra', 'retried', 'apple', 'off'])
    await chip('All').focus()
    await expect.poll(shown).toEqual(before)
  })

  test('a state without servers says so, and leads back to all', async () => {
    const { page } = app
    await api('DELETE', '/servers/mango')
    await chip('Failing').click()
    await page.getByText('No server is failing.').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Show all' }).click()
    await expect.poll(shown).toHaveLength(4)
  })

  test('in a project the list and its counts are those of the project', async () => {
    const { page } = app
    await chooseProject(page, 'Work')
    await expect.poll(shown).toEqual(['apple'])
    expect(await page.getByRole('navigation', { name: 'Main' }).locator('[data-retrying]').count()).toBe(0)
    await chooseProject(page, 'All projects')
    await expect.poll(shown).toHaveLength(4)
  })

  test('none of this causes an error on the page', () => {
    expect(app.complaints).toEqual([])
  })
})
