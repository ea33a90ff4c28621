/**
 * Projects and their servers, the same in the desktop app and in a browser. The tests of a host build on each other.
 */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { callApi, launchOf } from '#test/e2e/askedClient'
import { type OpenedApp, openHosts } from '#test/e2e/openApp'
import { chooseProject, goTo, openServer, rowOf, status, toolRow } from '#test/e2e/pageActions'
import { connectV2 } from '#test/support/mcpClients'
import { makeTemporaryFolder, type TemporaryFolder } from '#test/support/temporaryFolder'

const hosts = await openHosts()

describe.each(hosts)('in %s', (_, opener) => {
  let folder: TemporaryFolder
  let app: OpenedApp
  const rest = (method: string, path: string, body?: unknown) => callApi(app.origin, app.token, method, path, body)
  const dialog = (name: string | RegExp) => app.page.getByRole('dialog', { name })
  const cell = (name: string) => app.page.getByRole('checkbox', { name, exact: true })
  const column = (name: string) => app.page.getByRole('button', { name: `Project ${name}`, exact: true })
  const message = (text: string) => app.page.getByRole('listitem').filter({ hasText: text }).last()
  const undo = (text: string) => message(text).getByRole('button', { name: 'Undo' }).click()
  const checked = (name: string, state: 'true' | 'false' | 'mixed') =>
    app.page.locator(`[role="checkbox"][aria-label="${name}"][aria-checked="${state}"]`).waitFor()
  const fold = (slug: string) => app.page.locator(`[data-row="${slug}"] [data-act="fold"]`).click()
  const choose = async (project: string, entry: string) => {
    await column(project).click()
    await app.page.getByRole('menuitem', { name: entry }).click()
  }
  const seenIn = async (project: string) => {
    const headers = { authorization: `Bearer ${app.token}` }
    const client = await connectV2(`${app.origin}/mcp/p/${project}`, 'legacy', {}, headers)
    onTestFinished(() => client.close())
    return async () => (await client.listTools()).tools.map(({ name }) => name)
  }

  beforeAll(async () => {
    folder = await makeTemporaryFolder()
    app = await opener.open(folder.path, { SWITCHBOARD_VAULT_KEY: 'key' })
  })
  afterAll(async () => {
    await app?.close()
    await folder.remove()
  })

  test('without a server the page says what it is for, and how to begin', async () => {
    await goTo(app.page, 'Projects')
    await app.page.getByText('No servers yet.').waitFor()
    await app.page.getByRole('main').getByRole('button', { name: 'Add a server' }).click()
    await dialog('Add a server').waitFor()
    await app.page.keyboard.press('Escape')
    expect(await app.page.getByRole('treegrid').count()).toBe(0)
  })

  test('a server added while the page is open appears in it, and every project gets a column at once', async () => {
    const { page } = app
    await rest('POST', '/servers', { name: 'Echo', launch: launchOf('echo') })
    await checked('Echo in Default', 'true')
    await page.getByRole('button', { name: 'New project' }).click()
    await dialog('New project').getByLabel('Name', { exact: true }).fill('Work')
    await dialog('New project').getByRole('button', { name: 'Add project' }).click()
    await column('Work').waitFor()
    await page.getByRole('button', { name: 'Add Echo to Work' }).waitFor()
    expect(await cell('Echo in Work').count()).toBe(0)
  })

  test('an existing server is put into another project, without a second definition or process', async () => {
    const { page } = app
    const seen = await seenIn('Work')
    expect(await seen()).not.toContain('echo')
    await page.getByRole('button', { name: 'Add Echo to Work' }).click()
    await checked('Echo in Work', 'true')
    await message('Added Echo to Work').waitFor()
    expect(await seen()).toContain('echo')
    expect(await rest('GET', '/servers')).toMatchObject({ length: 1 })
  })

  test('a tool switched off in one project stays on in the other, for the page and for clients, and Undo brings it back', async () => {
    const [atWork, atDefault] = [await seenIn('Work'), await seenIn('default')]
    await fold('echo')
    await cell('add in Work').click()
    await checked('add in Work', 'false')
    await checked('add in Default', 'true')
    await app.page.getByRole('checkbox', { name: /^Echo in Work, \d+ of \d+ tools on$/ }).waitFor()
    await message('Switched add of Echo off in Work').waitFor()
    expect(await atWork()).not.toContain('add')
    expect(await atDefault()).toContain('add')
    await undo('Switched add of Echo off in Work')
    await checked('add in Work', 'true')
    await expect.poll(atWork).toContain('add')
  })

  test('the switch of a server is that of one project: the others keep its process', async () => {
    const [atWork, atDefault] = [await seenIn('Work'), await seenIn('default')]
    await cell('Echo in Work').click()
    await message('Switched Echo off in Work').waitFor()
    expect([(await atWork()).includes('echo'), (await atDefault()).includes('echo')]).toEqual([false, true])
    await undo('Switched Echo off in Work')
    await checked('Echo in Work', 'true')
  })

  test('a project’s own name for a tool is shown in that project only; a duplicate name is refused at its field', async () => {
    const [atWork, atDefault] = [await seenIn('Work'), await seenIn('default')]
    await cell('add in Work').hover()
    await app.page.getByRole('button', { name: 'Own name of add in Work' }).click()
    const naming = dialog('add in Work')
    await naming
      .getByRole('region', { name: 'Original name and description' })
      .getByText('Clients see it as add')
      .waitFor()
    const name = naming.getByLabel('Own name')
    await name.fill('echo')
    await naming.getByRole('button', { name: 'Save' }).click()
    await naming.getByText('is already called echo').waitFor()
    expect(await name.and(app.page.locator(':focus')).getAttribute('aria-invalid')).toBe('true')
    await name.fill('sum up')
    await naming.getByText('1 to 64 of').waitFor()
    await name.fill('sum_up')
    await naming.getByLabel('Own description').fill('Adds what it is given.')
    await naming.getByRole('button', { name: 'Save' }).click()
    await naming.waitFor({ state: 'detached' })
    await cell('add in Work, called sum_up').waitFor()
    expect(await atWork()).toContain('sum_up')
    expect(await atDefault()).not.toContain('sum_up')
    await app.page.getByRole('button', { name: 'Own name of add in Work' }).click()
    expect(await name.inputValue()).toBe('sum_up')
    await naming.getByText('add', { exact: true }).waitFor()
    await naming.getByRole('button', { name: 'Reset to original' }).click()
    await naming.getByRole('button', { name: 'Save' }).click()
    await cell('add in Work').waitFor()
    expect(await atWork()).toContain('add')
    await undo('Saved name and description of add in Work')
    await cell('add in Work, called sum_up').waitFor()
  })

  test('a copy of a project has its switches and own names; a duplicate name is refused at its field', async () => {
    await cell('fail in Work').click()
    await checked('fail in Work', 'false')
    await choose('Work', 'Duplicate')
    const copying = dialog('Duplicate Work')
    expect(await copying.getByLabel('Name of the copy').inputValue()).toBe('Work copy')
    await copying.getByLabel('Name of the copy').fill('Default')
    await copying.getByRole('button', { name: 'Duplicate' }).click()
    await copying.locator('[aria-invalid="true"]').and(app.page.locator(':focus')).waitFor()
    await copying.getByLabel('Name of the copy').fill('Play')
    await copying.getByRole('button', { name: 'Duplicate' }).click()
    await copying.waitFor({ state: 'detached' })
    await checked('fail in Play', 'false')
    await checked('add in Play, called sum_up', 'true')
    await undo('Copied Work to Play')
    await column('Play').waitFor({ state: 'detached' })
  })

  test('Undo reverts renaming and removing a project, and a server left without a project says so', async () => {
    const { page } = app
    await rest('POST', '/servers', { name: 'Lone', launch: launchOf('echo'), projectId: await idOf('Work') })
    await choose('Work', 'Settings')
    await dialog('Project Work').getByLabel('Name', { exact: true }).fill('Trade')
    await dialog('Project Work').getByLabel('Instructions for the chat').fill('Be brief.')
    await dialog('Project Work').getByRole('button', { name: 'Save' }).click()
    await column('Trade').waitFor()
    await undo('Saved Trade')
    await column('Work').waitFor()
    await choose('Work', 'Remove')
    await column('Work').waitFor({ state: 'detached' })
    await page.locator('[data-row="lone"]').getByText('In no project').waitFor()
    await checked('Echo in Default', 'true')
    await undo('Removed Work')
    await checked('Lone in Work', 'true')
    await checked('add in Work, called sum_up', 'true')
    await column('Default').click()
    expect(await page.getByRole('menuitem', { name: 'Remove' }).count()).toBe(0)
    await page.keyboard.press('Escape')
  })

  test('secrets of a project are named in its settings, and their values appear nowhere on the page', async () => {
    await rest('PUT', '/secrets/API_KEY', { projectId: await idOf('Work'), value: 'hidden-value-of-the-test' })
    await choose('Work', 'Settings')
    await dialog('Project Work').getByRole('list', { name: 'Secrets of this project' }).getByText('API_KEY').waitFor()
    expect(await app.page.content()).not.toContain('hidden-value-of-the-test')
    await dialog('Project Work').getByRole('button', { name: 'Cancel' }).click()
  })

  test('a server taken out of its last project stays in the list of servers, and can be put back from there', async () => {
    const { page } = app
    await cell('Lone in Work').hover()
    await page.getByRole('button', { name: 'Remove Lone from Work' }).click()
    await page.getByRole('button', { name: 'Add Lone to Work' }).waitFor()
    await chooseProject(page, 'All projects')
    await goTo(page, 'Servers')
    await rowOf(page, 'lone').getByRole('link', { name: 'In no project. Add it to one' }).click()
    expect(await page.getByRole('switch', { name: 'Lone on', exact: true }).first().isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Add Lone to Work' }).click()
    await page.getByRole('switch', { name: 'Lone on in Work' }).waitFor()
    await rowOf(page, 'lone').locator('span[data-status]').waitFor()
  })

  test('in a chosen project, the switches of servers and tools are the project’s own', async () => {
    const { page } = app
    await chooseProject(page, 'Work')
    await rowOf(page, 'echo').getByRole('switch').click()
    await status(page, 'echo', 'Off')
    await chooseProject(page, 'Default')
    await status(page, 'echo', 'Ready')
    await openServer(page, 'echo')
    const fails = toolRow(page, 'fail').getByRole('switch')
    expect(await fails.getAttribute('aria-checked')).toBe('true')
    await chooseProject(page, 'Work')
    await rowOf(page, 'echo').getByRole('switch').click()
    await rowOf(page, 'echo').locator('span[data-status]:not([data-status="Off"])').waitFor()
    await expect.poll(() => fails.getAttribute('aria-checked')).toBe('false')
    await chooseProject(page, 'All projects')
  })

  test('none of this causes an error, a content policy refusal or a browser dialog', () => {
    expect(app.complaints).toEqual([])
  })

  async function idOf(name: string): Promise<string> {
    const projects: unknown = await rest('GET', '/projects')
    const found = Array.isArray(projects) ? projects.find((one: { name: string }) => one.name === name) : undefined
    return String((found as { id?: unknown } | undefined)?.id)
  }
})
