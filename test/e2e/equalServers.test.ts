/**
 * Servers with the same launch are offered to be merged. Catches an offer that acts by itself, comes back after "not
 * now", or cannot be undone. The same in the desktop app and in a browser; the tests of a host build on each other.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callApi, launchOf } from '#test/e2e/askedClient'
import { type OpenedApp, openHosts } from '#test/e2e/openApp'
import { chooseTheme, goTo, reload, seriousFindings } from '#test/e2e/pageActions'
import { makeTemporaryFolder, type TemporaryFolder } from '#test/support/temporaryFolder'

const hosts = await openHosts()

describe.each(hosts)('in %s', (_, opener) => {
  let folder: TemporaryFolder
  let app: OpenedApp
  let work = ''
  const rest = (method: string, path: string, body?: unknown) => callApi(app.origin, app.token, method, path, body)
  const slugs = async () => {
    const servers: unknown = await rest('GET', '/servers')
    return (servers as { slug: string }[]).map(({ slug }) => slug)
  }
  const offer = () => app.page.getByRole('region', { name: 'Servers that can be merged' })
  const dialog = () => app.page.getByRole('dialog', { name: 'Merge Echo (echo) and Echo (echo-2) into one server?' })
  const row = (slug: string) => app.page.locator(`[data-row="${slug}"]`)
  const openDialog = async () => {
    await offer().getByRole('button', { name: 'Show changes' }).click()
    await dialog().waitFor()
  }

  beforeAll(async () => {
    folder = await makeTemporaryFolder()
    app = await opener.open(folder.path)
    work = String((await rest('POST', '/projects', { name: 'Work' }))['id'])
    await rest('POST', '/servers', { name: 'Echo', launch: launchOf('echo') })
    await goTo(app.page, 'Projects')
    await row('echo').waitFor()
  })
  afterAll(async () => {
    await app?.close()
    await folder.remove()
  })

  test('merging is offered once the same server is added a second time, elsewhere', async () => {
    expect(await offer().count()).toBe(0)
    await rest('POST', '/servers', { name: 'Echo', projectId: work, launch: launchOf('echo'), timeoutMs: 5000 })
    await offer().getByText('Echo (echo) and Echo (echo-2) have the same launch, in Default and Work.').waitFor()
  })

  test('the dialog says what changes before anything happens, and closing it does nothing', async () => {
    const { page } = app
    await openDialog()
    await dialog().getByText('Different: call timeout. The settings of Echo (echo) are kept.').waitFor()
    await dialog().getByText('echo-2 still leads to it, so clients need no change.').waitFor()
    await dialog().getByText('stay allowed in the same projects only').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    await offer().waitFor()
    expect(await slugs()).toEqual(['echo', 'echo-2'])
  })

  test('the servers are merged, each project keeps its own tools, under both addresses; Undo separates them', async () => {
    const { page } = app
    await rest('PUT', `/projects/${work}/tools`, { server: 'echo-2', names: ['add'], enabled: false })
    await openDialog()
    await dialog().getByRole('button', { name: 'Merge' }).click()
    await dialog().waitFor({ state: 'detached' })
    await row('echo-2').waitFor({ state: 'detached' })
    await page.getByRole('checkbox', { name: 'Echo in Default', exact: true }).waitFor()
    await page.getByRole('checkbox', { name: /^Echo in Work, \d+ of \d+ tools on$/ }).waitFor()
    await offer().waitFor({ state: 'detached' })
    expect(await slugs()).toEqual(['echo'])
    const said = page.getByRole('listitem').filter({ hasText: 'Merged Echo (echo) and Echo (echo-2)' })
    await said.getByRole('button', { name: 'Undo' }).click()
    await row('echo-2').waitFor()
    await offer().waitFor()
    expect(await slugs()).toEqual(['echo', 'echo-2'])
  })

  test.each(['Light', 'Dark'] as const)('%s: axe finds nothing serious in the offer', async (theme) => {
    await chooseTheme(app.page, theme)
    await offer().waitFor()
    expect(await seriousFindings(app.page)).toEqual([])
  })

  test('a refusal appears where the merge was requested: a server was changed elsewhere meanwhile', async () => {
    const { page } = app
    await openDialog()
    await rest('DELETE', '/servers/echo-2')
    await row('echo-2').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Merge' }).click()
    await page.getByRole('alert').getByText('No other server has the same launch as echo any more.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await slugs()).toEqual(['echo'])
    await rest('POST', '/servers/echo-2/restore')
    await offer().waitFor()
  })

  test('"not now" is remembered in this window, even after a reload, until the offer is for other servers', async () => {
    const { page } = app
    await offer().getByRole('button', { name: 'Not now' }).click()
    await offer().waitFor({ state: 'detached' })
    await reload(page)
    await row('echo-2').waitFor()
    expect(await rest('GET', '/servers/equal')).toMatchObject([{ slug: 'echo', others: ['echo-2'] }])
    expect(await offer().count()).toBe(0)
    const play = String((await rest('POST', '/projects', { name: 'Play' }))['id'])
    await rest('POST', '/servers', { name: 'Third', projectId: play, launch: launchOf('echo') })
    await offer().getByText('Echo (echo), Echo (echo-2) and Third have the same launch').waitFor()
  })

  test('a client that could see one of the merged servers is shown with the result', async () => {
    const { page } = app
    const choice = { mode: 'only', servers: { 'echo-2': ['add'] } }
    await rest('POST', '/access/clients', { name: 'Cursor', choice })
    await rest('POST', '/servers/echo/unite')
    await goTo(page, 'Clients')
    const client = page.locator('[data-access="Cursor"]')
    await client.getByText('Sees only 1 of echo:').waitFor()
    await client.getByRole('button', { name: 'Edit Cursor' }).click()
    const ticked = page.getByRole('checkbox', { name: 'Echo may be seen' })
    expect(await ticked.isChecked()).toBe(true)
    await page.getByText(/^1 of \d+ tools$/).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  test('none of this causes an error, a content policy refusal or a browser dialog', () => {
    expect(app.complaints).toEqual([])
  })
})
