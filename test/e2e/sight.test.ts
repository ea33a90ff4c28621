/**
 * The tools that a client sees in a project, and why it does not see the rest. Catches a page whose list differs from
 * the one that the client gets, a reason that leads nowhere, and a list that is not updated. The tests build on each
 * other.
 */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { callApi, launchOf } from '#test/e2e/askedClient'
import { openBrowser, type OpenedApp } from '#test/e2e/openApp'
import { chooseTheme, goBack, goTo, reload, seriousFindings } from '#test/e2e/pageActions'
import { connectV2 } from '#test/support/mcpClients'
import { makeTemporaryFolder, type TemporaryFolder } from '#test/support/temporaryFolder'

const opener = await openBrowser()
afterAll(() => opener?.close())

const manyTools = 5000
const wide = { width: 1280, height: 832 }

describe.runIf(opener !== null)('a browser', () => {
  let folder: TemporaryFolder
  let app: OpenedApp
  let work = ''
  let cursor = { id: '', token: '' }
  const rest = (method: string, path: string, body?: unknown) => callApi(app.origin, app.token, method, path, body)
  const choose = (label: 'Client' | 'Project' | 'Visible or hidden', title: string) =>
    app.page.getByLabel(label, { exact: true }).selectOption({ label: title })
  const search = (text: string) => app.page.getByLabel('Search these tools').fill(text)
  const line = (server: string, tool: string) => app.page.locator(`[data-of="${server}"][data-sight="${tool}"]`)
  const hidden = (server: string, tool: string, reason: string) =>
    app.page.locator(`[data-of="${server}"][data-sight="${tool}"][data-hidden="${reason}"]`)
  const seen = (server: string, tool: string) =>
    app.page.locator(`[data-of="${server}"][data-sight="${tool}"]:not([data-hidden])`)
  const undo = (text: string) =>
    app.page.getByRole('listitem').filter({ hasText: text }).last().getByRole('button', { name: 'Undo' }).click()
  const drawn = () => app.page.getByRole('list', { name: 'Tools' }).getByRole('listitem').count()

  const toolsOn = async (server: string) => {
    const tools: unknown = await rest('GET', `/tools?projectId=${work}&server=${server}`)
    return (tools as { name: string; enabled: boolean }[]).flatMap(({ name, enabled }) => (enabled ? [name] : []))
  }

  beforeAll(async () => {
    folder = await makeTemporaryFolder()
    app = await opener!.open(folder.path)
    work = String((await rest('POST', '/projects', { name: 'Work' }))['id'])
    for (const [name, server] of [
      ['Echo', 'echo'],
      ['Files', 'changing'],
      ['Bad', 'badSchema'],
      ['Pages', 'uiApp'],
    ] as const)
      await rest('POST', '/servers', { name, projectId: work, launch: launchOf(server) })
    const choice = { mode: 'except', servers: { files: ['write'] } }
    const client = await rest('POST', '/access/clients', { name: 'Cursor', projectId: work, choice })
    const made = await rest('POST', `/access/clients/${String(client['id'])}/tokens`, {})
    cursor = { id: String(client['id']), token: String(made['token']) }
    await goTo(app.page, 'Projects')
  })
  afterAll(async () => {
    await app?.close()
    await folder.remove()
  })

  test('the tools shown as visible are exactly those that the client lists, name by name', async () => {
    const { page } = app
    await page.getByRole('tab', { name: 'Client view' }).click()
    await choose('Project', 'Work')
    await choose('Client', 'Cursor')
    const headers = { authorization: `Bearer ${cursor.token}` }
    const client = await connectV2(`${app.origin}/mcp/p/Work`, 'legacy', {}, headers)
    onTestFinished(() => client.close())
    const listed = (await client.listTools()).tools.map(({ name }) => name)
    await page.setViewportSize({ width: 1280, height: 4000 })
    await choose('Visible or hidden', `Seen (${listed.length})`)
    const names = page.locator('[data-sight] [data-row-link]')
    await expect.poll(async () => (await names.allInnerTexts()).toSorted()).toEqual(listed.toSorted())
    await page.getByText(/^Seen: \d+ of \d+ tools from 4 servers, about .+ tokens in every request\.$/).waitFor()
    await page.setViewportSize(wide)
    await choose('Visible or hidden', 'Seen and hidden')
  })

  test('each hidden tool has one reason, in words', async () => {
    await rest('PUT', `/projects/${work}/tools`, { server: 'echo', names: ['add'], enabled: false })
    await search('add')
    await hidden('echo', 'add', 'toolOff').getByText('Off in Work.').waitFor()
    await search('write')
    await hidden('files', 'write', 'notChosen').getByText('Not selected for Cursor.').waitFor()
    await search('string_schema')
    await hidden('bad', 'string_schema', 'quarantined').getByText('Its definition is invalid').waitFor()
    await search('bump')
    await hidden('pages', 'bump', 'appOnly').getByText('not for models').waitFor()
    expect(await hidden('pages', 'bump', 'appOnly').getByRole('button').count()).toBe(0)
    await search('')
  })

  test('a tool that is off can be switched on right where that is shown, and Undo reverts it', async () => {
    await search('add')
    await hidden('echo', 'add', 'toolOff').getByRole('button', { name: 'Switch on' }).click()
    await seen('echo', 'add').waitFor()
    expect(await toolsOn('echo')).toContain('add')
    await undo('Switched add of Echo on in Work')
    await hidden('echo', 'add', 'toolOff').waitFor()
    expect(await toolsOn('echo')).not.toContain('add')
  })

  test('a server that is off can be switched on here, for this project alone', async () => {
    await rest('PUT', `/projects/${work}/servers/echo`, { enabled: false })
    await search('slow')
    await hidden('echo', 'slow', 'serverOff').getByText('Echo is off in Work.').waitFor()
    await app.page.getByRole('button', { name: 'Switch on Echo in Work' }).click()
    await seen('echo', 'slow').waitFor()
    expect(await rest('GET', '/servers')).toContainEqual(expect.objectContaining({ slug: 'echo', enabledIn: [work] }))
    await undo('Switched Echo on in Work')
    await hidden('echo', 'slow', 'serverOff').waitFor()
    await rest('PUT', `/projects/${work}/servers/echo`, { enabled: true })
    await seen('echo', 'slow').waitFor()
  })

  test('an unselected tool leads to that client’s selection, and closing it and Back both return', async () => {
    const { page } = app
    await search('write')
    await hidden('files', 'write', 'notChosen').getByRole('link', { name: 'Change choice' }).click()
    const dialog = page.getByRole('dialog', { name: 'Cursor' })
    await dialog.getByText('This client may see').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'Clients', exact: true }).waitFor()
    await goBack(page)
    await hidden('files', 'write', 'notChosen').waitFor()
    expect(await dialog.count()).toBe(0)
  })

  test('a selection changed elsewhere is shown at once', async () => {
    const { page } = app
    await search('write')
    await rest('PATCH', `/access/clients/${cursor.id}`, { choice: { mode: 'except', servers: {} } })
    await seen('files', 'write').waitFor()
    expect(await page.getByRole('link', { name: 'Change choice' }).count()).toBe(0)
  })

  test('a name that another tool has leads to the project’s naming rule', async () => {
    const { page } = app
    await rest('POST', '/servers', { name: 'Twin', projectId: work, launch: launchOf('echo') })
    await rest('PATCH', `/projects/${work}`, { naming: 'override' })
    await search('pid')
    const loser = page.locator('[data-hidden="overridden"][data-sight="pid"]')
    await loser.getByText('Another tool has the same name.').waitFor()
    await loser.getByRole('button', { name: 'Change naming' }).click()
    await page.getByRole('dialog', { name: 'Project Work' }).waitFor()
    expect(await page.getByLabel('Prefix tool names with the server').inputValue()).toBe('override')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await rest('DELETE', '/servers/twin')
    await loser.waitFor({ state: 'detached' })
    await rest('PATCH', `/projects/${work}`, { naming: 'prefix-on-conflict' })
  })

  test('a changed tool says that its next call will ask', async () => {
    const { page } = app
    await rest('PATCH', '/settings', { changedTools: 'ask' })
    await rest('POST', '/tools/call', { projectId: work, name: 'write', arguments: { path: 'a', text: 'b' } })
    await rest('POST', '/tools/call', { projectId: work, name: 'describe', arguments: { words: 'Sends it.' } })
    await search('write')
    await line('files', 'write').getByText('Changed: next call needs approval').waitFor()
    await search('look')
    await line('files', 'look').waitFor()
    expect(await page.getByText('Changed: next call needs approval').count()).toBe(0)
  })

  test('a client bound to another project sees nothing here; the page says so and leads there', async () => {
    const { page } = app
    await choose('Project', 'Default')
    await page.getByText('Cursor can only use Work. At the address of Default it sees nothing.').waitFor()
    expect(await page.locator('[data-sight]').count()).toBe(0)
    await page.getByRole('button', { name: 'Show what it sees there' }).click()
    await line('files', 'look').waitFor()
    await choose('Project', 'all projects')
    await page.getByText(/Cursor can only use Work\.$/).waitFor()
    await line('files', 'look').waitFor()
  })

  test('for everyone in a project without servers, the page says so and where to begin', async () => {
    const { page } = app
    await choose('Client', 'any client')
    await choose('Project', 'Default')
    await page.getByText('Default has no tools yet.').waitFor()
    expect(await page.getByLabel('Search these tools').count()).toBe(0)
    await page.getByRole('link', { name: 'Go to Servers' }).waitFor()
    await choose('Project', 'Work')
    await line('files', 'look').waitFor()
    await search('zzz')
    await page.getByText('No results').waitFor()
    await page.getByRole('button', { name: 'Show all' }).click()
    await line('echo', 'echo').waitFor()
  })

  test('the choice stays in the address: a reload shows the same, and removing the client switches to everyone', async () => {
    const { page } = app
    await choose('Client', 'Cursor')
    await page.getByText(/^Seen: .* in every request\.$/).waitFor()
    await reload(page)
    await page.getByRole('tab', { name: 'Client view', selected: true }).waitFor()
    expect(page.url()).toContain(`project=${work}&client=${cursor.id}`)
    const chosen = page.getByLabel('Client', { exact: true }).locator('option:checked')
    await expect.poll(() => chosen.innerText()).toBe('Cursor')
    await rest('DELETE', `/access/clients/${cursor.id}`)
    await expect.poll(() => chosen.innerText()).toBe('any client')
    await line('echo', 'echo').waitFor()
  })

  test('of thousands of tools only the visible ones are drawn, each can be found, and arrow keys walk along them', async () => {
    const { page } = app
    const args = ['--tools', String(manyTools)]
    await rest('POST', '/servers', { name: 'Many', projectId: work, launch: launchOf('echo', ...args) })
    await search(`extra_${manyTools - 1}`)
    await line('many', `extra_${manyTools - 1}`).waitFor()
    await page.getByText('1 tool found').waitFor()
    await search('')
    await line('echo', 'slow').waitFor()
    expect(await drawn()).toBeLessThan(60)
    await page.locator('[data-row-link]').first().focus()
    for (let steps = 0; steps < 60; steps += 1) await page.keyboard.press('ArrowDown')
    expect(await page.locator(':focus').isVisible()).toBe(true)
    expect(await page.locator(':focus').getAttribute('data-row-link')).toBe('')
    expect(await drawn()).toBeLessThan(60)
  })

  test.each(['Light', 'Dark'] as const)('%s: axe finds nothing serious, wide and narrow', async (theme) => {
    const { page } = app
    await chooseTheme(page, theme)
    expect(await seriousFindings(page)).toEqual([])
    await page.setViewportSize({ width: 420, height: 800 })
    await search('add')
    await hidden('echo', 'add', 'toolOff').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    const sideways = 'document.documentElement.scrollWidth > document.documentElement.clientWidth'
    expect(await page.evaluate(sideways)).toBe(false)
    await page.setViewportSize(wide)
    await search('')
  })

  test('none of this causes an error, a content policy refusal or a browser dialog', () => {
    expect(app.complaints).toEqual([])
  })
})
