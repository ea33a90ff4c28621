/**
 * The pages other than Servers, the same in the desktop app and in a browser. The tests of a host build on each other.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OpenedApp, openHosts } from '#test/e2e/openApp'
import {
  addServer,
  asJson,
  chooseProject,
  goTo,
  openServer,
  reload,
  rowOf,
  seriousFindings,
  status,
  toolRow,
  tryTool,
} from '#test/e2e/pageActions'
import { makeTemporaryFolder, type TemporaryFolder } from '#test/support/temporaryFolder'
import { serverFile } from '#test/support/testServers'

const echoServer = [process.execPath, serverFile('echo')]
const crashing = [process.execPath, '-e', "console.error('no such module'); process.exit(3)"]
const manifest = (version: string, env: Record<string, string> = {}) =>
  JSON.stringify({
    id: 'pack',
    name: 'Pack',
    version,
    mcp: { servers: { packed: { command: 'node', args: [`v${version}.js`], env, enabled: false } } },
  })

const hosts = await openHosts()

async function writeClientFile(home: string): Promise<void> {
  const [command, ...args] = echoServer
  const servers = { Taken: { command, args: [...args, '--taken'] }, Needy: { command, env: { A: '${env:MISSING}' } } }
  await mkdir(join(home, '.cursor'))
  await writeFile(join(home, '.cursor', 'mcp.json'), JSON.stringify({ mcpServers: servers }))
}

describe.each(hosts)('in %s', (_, opener) => {
  let folder: TemporaryFolder
  let app: OpenedApp
  const dialog = (name: string | RegExp) => app.page.getByRole('dialog', { name })
  const call = (name: string) => app.page.locator('[data-call]').filter({ hasText: name })

  beforeAll(async () => {
    folder = await makeTemporaryFolder()
    await writeClientFile(folder.path)
    app = await opener.open(folder.path, { HOME: folder.path, SWITCHBOARD_VAULT_KEY: 'key' })
    await app.page.getByRole('heading', { name: 'Run your MCP servers here' }).waitFor()
  })
  afterAll(async () => {
    await app?.close()
    await folder.remove()
  })

  test('each page says what it is for while it is empty, and is reached by its key', async () => {
    const { page } = app
    for (const [key, title] of [
      ['2', 'No tools yet'],
      ['p', 'Projects'],
      ['3', 'No calls yet'],
      ['4', 'Clients'],
      ['5', 'General'],
      ['1', 'Run your MCP servers here'],
    ] as const) {
      await page.keyboard.press(key)
      await page.getByRole('heading', { name: title, exact: true }).waitFor()
    }
    expect(new URL(page.url()).hash).toBe('#/servers')
  })

  test('[R31] a new project is selected at once, and a new server goes into it', async () => {
    const { page } = app
    await addServer(page, 'Echo', echoServer)
    await status(page, 'echo', 'Ready')
    await page.getByRole('button', { name: /^Project:/ }).click()
    await page.getByRole('menuitem', { name: 'New project' }).click()
    await dialog('New project').getByLabel('Name', { exact: true }).fill('Work')
    await dialog('New project').getByRole('combobox').first().selectOption('prefix-always')
    expect(await dialog('New project').getByRole('list', { name: 'Example of names' }).innerText()).toContain(
      'git__commit',
    )
    await dialog('New project').getByRole('button', { name: 'Add project' }).click()
    await page.getByText('This project has no servers yet').waitFor()
    await addServer(page, 'Echo at work', echoServer)
    await status(page, 'echo-at-work', 'Ready')
    expect(await rowOf(page, 'echo').count()).toBe(0)
    await chooseProject(page, 'Default')
    await rowOf(page, 'echo').waitFor()
    expect(await rowOf(page, 'echo-at-work').count()).toBe(0)
    await chooseProject(page, 'All projects')
    await rowOf(page, 'echo-at-work').waitFor()
  })

  test('Undo brings a removed project back with its server; the default project cannot be removed', async () => {
    const { page } = app
    await chooseProject(page, 'Default')
    await page.getByRole('button', { name: /^Project:/ }).click()
    await page.getByRole('menuitem', { name: 'Project settings' }).click()
    await dialog('Project Default').waitFor()
    expect(await dialog('Project Default').getByRole('button', { name: 'Remove' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await chooseProject(page, 'Work')
    await page.getByRole('button', { name: /^Project:/ }).click()
    await page.getByRole('menuitem', { name: 'Project settings' }).click()
    await dialog('Project Work').getByRole('button', { name: 'Remove' }).click()
    await rowOf(page, 'echo').waitFor()
    await rowOf(page, 'echo-at-work').getByText('In no project').waitFor()
    await page.getByRole('listitem').filter({ hasText: 'Removed Work' }).getByRole('button', { name: 'Undo' }).click()
    await rowOf(page, 'echo-at-work').getByText('In no project').waitFor({ state: 'detached' })
    await rowOf(page, 'echo-at-work').getByRole('switch', { checked: true }).waitFor()
    await chooseProject(page, 'All projects')
  })

  test('tools of all servers are listed, filtered and switched, and one Undo reverts a bulk switch', async () => {
    const { page } = app
    await goTo(page, 'Tools')
    await page.getByText(/Clients see \d+ of \d+, about/).waitFor()
    await page.getByLabel('Search tools').fill('add')
    await page.locator('[data-tool="add"][data-of="echo-at-work"]').waitFor()
    await page.getByLabel('Server', { exact: true }).selectOption('echo')
    await page.getByText('1 found, 1 on').waitFor()
    await page.getByRole('button', { name: 'All off' }).click()
    await page.getByLabel('Search tools').fill('')
    await page.getByLabel('State').selectOption('off')
    const off = page.locator('[data-tool="add"][data-of="echo"]')
    await off.waitFor()
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Switched 1 tool' })
      .getByRole('button', { name: 'Undo' })
      .click()
    await off.waitFor({ state: 'detached' })
    await page.getByLabel('State').selectOption('')
    expect(await tryTool(page, 'echo', { text: 'from the tools page' })).toContain('from the tools page')
  })

  test('a call is shown with its arguments and result, and can be made again with other arguments', async () => {
    const { page } = app
    await toolRow(page, 'fail').getByRole('button', { name: 'fail', exact: true }).click()
    await dialog(/.*/).getByRole('button', { name: 'Run', exact: true }).click()
    await page.locator('[data-run="done"]').waitFor()
    await page.keyboard.press('Escape')
    await goTo(page, 'Activity')
    await call('echo').filter({ hasText: 'from the tools page' }).getByRole('button').click()
    const sheet = dialog(/echo/)
    expect(await sheet.locator('[data-part="arguments"]').innerText()).toContain('from the tools page')
    expect(await sheet.locator('[data-part="result"]').innerText()).toContain('from the tools page')
    await sheet.getByRole('button', { name: 'Call again' }).click()
    expect(await page.getByLabel('text (optional)').inputValue()).toBe('from the tools page')
    await asJson(dialog(/.*/))
    const box = page.getByLabel('Arguments (JSON)')
    expect(JSON.parse(await box.inputValue())).toEqual({ text: 'from the tools page' })
    await box.fill('{ "text": "once more" }')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.locator('[data-run="done"]').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await call('once more').waitFor()
    await page.getByLabel('Outcome').selectOption('failed')
    await call('once more').waitFor({ state: 'detached' })
    await call('fail').waitFor()
    await page.getByLabel('Outcome').selectOption('')
  })

  test('a tool is tried with a form, and the input also appears as JSON', async () => {
    const { page } = app
    await goTo(page, 'Tools')
    await page.getByLabel('Search tools').fill('add')
    await toolRow(page, 'add').getByRole('button', { name: 'add', exact: true }).first().click()
    const sheet = dialog(/add/)
    await sheet.getByLabel('a (optional)').fill('2x')
    await sheet.getByText('Enter a number.').waitFor()
    await sheet.getByRole('button', { name: 'Run', exact: true }).click()
    await sheet.getByText('1 argument needs a change.').waitFor()
    expect(await sheet.locator('[data-run="running"], [data-run="done"]').count()).toBe(0)
    await sheet.getByLabel('a (optional)').fill('2')
    await sheet.getByLabel('b (optional)').fill('40')
    expect(await seriousFindings(page)).toEqual([])
    await asJson(sheet)
    const box = sheet.getByLabel('Arguments (JSON)')
    expect(JSON.parse(await box.inputValue())).toEqual({ a: 2, b: 40 })
    await box.fill('{ "a": 3, "b": 40 }')
    await sheet.getByRole('tab', { name: 'Form' }).click()
    expect(await sheet.getByLabel('a (optional)').inputValue()).toBe('3')
    await sheet.getByLabel('a (optional)').press('Control+Enter')
    await sheet.locator('[data-run="done"]').getByText('43').waitFor()
    await page.keyboard.press('Escape')
    await page.getByLabel('Search tools').fill('')
  })

  test('a picture in a tool’s result is shown in its record, and as text on request', async () => {
    const { page } = app
    await page.getByLabel('Server', { exact: true }).selectOption('echo')
    await tryTool(page, 'images', { count: 1 })
    await goTo(page, 'Activity')
    await call('images').first().getByRole('button').click()
    const sheet = dialog(/images/)
    await sheet.locator('[data-pictures] img').waitFor()
    expect(await sheet.locator('[data-part="result"]').innerText()).toContain('shown above')
    await sheet.getByRole('button', { name: 'Show as text' }).click()
    expect(await sheet.locator('[data-part="result"]').innerText()).toContain('iVBORw0KGgo')
    await page.keyboard.press('Escape')
  })

  test('retention settings survive a reload; invalid values are refused', async () => {
    const { page } = app
    await page.getByRole('link', { name: 'Change' }).click()
    const days = page.getByLabel('Days that calls are kept')
    await days.fill('0')
    await page.keyboard.press('Enter')
    await page.getByText('1 to 3,650').waitFor()
    await days.fill('7')
    await page.keyboard.press('Enter')
    await reload(page)
    await days.waitFor()
    await goTo(page, 'Activity')
    await page.getByText('Kept for 7 days.').waitFor()
    expect(await page.getByText('Kept for').count()).toBe(1)
  })

  test('[R31] a secret is set and removed by name, and its value appears nowhere on the page', async () => {
    const { page } = app
    await goTo(page, 'Settings')
    await page.getByRole('link', { name: 'Secrets' }).click()
    await page.getByRole('button', { name: 'Set a secret' }).click()
    await dialog('Set a secret').getByLabel('Name', { exact: true }).fill('MY_TOKEN')
    await dialog('Set a secret').getByLabel('Value', { exact: true }).fill('hidden-value-of-the-test')
    await dialog('Set a secret').getByRole('button', { name: 'Save to vault' }).click()
    const row = page.locator('[data-secret="MY_TOKEN"]')
    await row.waitFor()
    // The button has moved out of the empty list, and has kept the keyboard focus.
    const setting = page.getByRole('button', { name: 'Set a secret' })
    await setting.and(page.locator(':focus')).waitFor()
    expect(await page.content()).not.toContain('hidden-value-of-the-test')
    await row.getByRole('button', { name: 'Remove MY_TOKEN' }).click()
    await dialog('Remove MY_TOKEN?').getByRole('button', { name: 'Remove' }).click()
    await row.waitFor({ state: 'detached' })
    await page.getByText('There are no secrets yet.').or(page.getByText('This project has no secrets yet.')).waitFor()
    await setting.and(page.locator(':focus')).waitFor()
  })

  test('a product is installed after its preview, updated, and uninstalled with its servers', async () => {
    const { page } = app
    await page.getByRole('link', { name: 'Products' }).click()
    for (const version of ['1', '2']) {
      await page.getByRole('button', { name: 'Install from file' }).click()
      await dialog('Install a product').getByLabel('Or paste its contents').fill(manifest(version))
      const changes = dialog('Install a product').getByRole('list', { name: 'Changes' })
      await changes.getByText(`node v${version}.js`).waitFor()
      await dialog('Install a product').getByRole('button', { name: 'Install', exact: true }).click()
      await page.locator('[data-product="pack"]').getByText(version, { exact: true }).waitFor()
    }
    await page.getByRole('button', { name: 'Uninstall Pack' }).click()
    await dialog('Uninstall Pack?').getByRole('button', { name: 'Uninstall' }).click()
    await page.getByText('No products installed.').waitFor()
    expect(await page.locator('[data-product]').count()).toBe(0)
  })

  test('an update to a product with another secret names the secret that changes, and shows no value', async () => {
    const { page } = app
    const installing = dialog('Install a product')
    const paste = async (env: Record<string, string>) => {
      await page.getByRole('button', { name: 'Install from file' }).click()
      await installing.getByLabel('Or paste its contents').fill(manifest('1', env))
    }
    await goTo(page, 'Settings')
    await page.getByRole('link', { name: 'Products' }).click()
    await paste({ API_KEY: 'value-one', OTHER_TOKEN: 'value-two' })
    await installing.getByRole('button', { name: 'Install', exact: true }).click()
    await page.locator('[data-product="pack"]').waitFor()
    await paste({ API_KEY: 'value-three', OTHER_TOKEN: 'value-two', NEW_SECRET: 'value-four' })
    const change = installing.getByRole('list', { name: 'Changes' }).getByRole('listitem')
    await change.getByText('Secrets: API_KEY changed, OTHER_TOKEN unchanged, NEW_SECRET new').waitFor()
    expect(await installing.innerHTML()).not.toContain('value-')
    expect(await seriousFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await dialog('Discard your changes?').getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('button', { name: 'Uninstall Pack' }).click()
    await dialog('Uninstall Pack?').getByRole('button', { name: 'Uninstall' }).click()
    await page.getByText('No products installed.').waitFor()
  })

  test('in a narrow window the settings bar shows the chosen section completely, however it was reached', async () => {
    const { page } = app
    await page.setViewportSize({ width: 420, height: 800 })
    const chosen = page.getByRole('navigation', { name: 'Settings' }).locator('[aria-current="page"]')
    const isWhole = () =>
      chosen.evaluate((entry) => {
        const [own, bar] = [entry, entry.parentElement ?? entry].map((element) => element.getBoundingClientRect())
        return own !== undefined && bar !== undefined && own.left >= bar.left && own.right <= bar.right
      })
    for (const title of ['About', 'General', 'Products', 'Permissions', 'Records', 'Secrets']) {
      await page.evaluate(`window.location.hash = '/settings?section=${title.toLowerCase()}'`)
      await chosen.and(page.getByText(title)).waitFor()
      await expect.poll(isWhole, { message: title }).toBe(true)
    }
    await page.evaluate(`window.location.hash = '/settings?section=about'`)
    await reload(page)
    await chosen.and(page.getByText('About')).waitFor()
    await expect.poll(isWhole).toBe(true)
    await page.setViewportSize({ width: 1280, height: 832 })
    await chosen.and(page.getByText('About')).waitFor()
    // The page has to be drawn at this width first, because a width that is undone within one frame causes no resize.
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
    await page.setViewportSize({ width: 420, height: 800 })
    await expect.poll(isWhole).toBe(true)
    await page.setViewportSize({ width: 1280, height: 832 })
  })

  test('the licences of all packages in the build are shown, even in the packaged app', async () => {
    const { page } = app
    await goTo(page, 'Settings')
    await page.getByRole('link', { name: 'About' }).click()
    await page.getByRole('button', { name: 'Third-party licences' }).click()
    const list = dialog('Third-party licences').getByRole('list', { name: 'Licences' })
    for (const name of ['react-dom', 'libsql', 'zod', '@fontsource-variable/inter'])
      await list
        .getByText(new RegExp(`${name} \\d`))
        .first()
        .waitFor()
    await list.locator('summary', { hasText: /^zod \d/ }).click()
    const terms = list.locator('details[open] pre')
    expect(await terms.innerText()).toContain('Permission is hereby granted')
    await page.keyboard.press('Escape')
  })

  test('servers of another client are imported after a full preview', async () => {
    const { page } = app
    await goTo(page, 'Clients')
    await page.locator('[data-client="cursor"]').getByRole('button', { name: 'Import servers' }).click()
    const importing = dialog('Import from Cursor')
    await importing.getByRole('checkbox', { name: 'Import Needy' }).click()
    expect(await importing.getByRole('listitem').filter({ hasText: 'Taken' }).innerText()).toContain('--taken')
    await importing.getByRole('button', { name: 'Import and start this command' }).click()
    await status(page, 'taken', 'Ready')
    expect(await rowOf(page, 'needy').count()).toBe(0)
  })

  test('a client is connected after a preview of each change to its files, and disconnected again', async () => {
    const { page } = app
    await goTo(page, 'Clients')
    const cursor = page.locator('[data-client="cursor"]')
    await cursor.getByRole('button', { name: 'Connect' }).click()
    await dialog('Connect Cursor').locator('[data-diff]').getByText('+').first().waitFor()
    await dialog('Connect Cursor').getByRole('button', { name: 'Connect', exact: true }).click()
    await dialog('Connect Cursor').getByText('Backup of the file').waitFor()
    await dialog('Connect Cursor').getByRole('button', { name: 'Close' }).last().click()
    // Parses the file as the client does, because the folder in the command may also be called switchboard.
    const entries = async () => {
      const text = await readFile(join(folder.path, '.cursor', 'mcp.json'), 'utf8')
      return Object.keys((JSON.parse(text) as { mcpServers: object }).mcpServers)
    }
    expect(await entries()).toContain('switchboard')
    await cursor.getByText('connected').waitFor()
    await cursor.getByRole('button', { name: 'Disconnect' }).click()
    await dialog('Disconnect Cursor').getByRole('button', { name: 'Disconnect', exact: true }).click()
    await dialog('Disconnect Cursor').getByRole('button', { name: 'Close' }).last().click()
    await cursor.getByText('connected').waitFor({ state: 'detached' })
    expect(await entries()).not.toContain('switchboard')
  })

  test('a client gets a token that is shown once, and sees only the selected tools', async () => {
    const { page } = app
    await goTo(page, 'Clients')
    await page.getByRole('button', { name: 'Add client' }).click()
    const name = dialog('Add client').getByLabel('Name', { exact: true })
    await dialog('Add client').getByRole('checkbox', { name: 'Echo may be seen', exact: true }).focus()
    await dialog('Add client').getByRole('button', { name: 'Add and create token' }).click()
    await dialog('Add client').getByText('a name is needed').waitFor()
    expect(await name.and(page.locator(':focus')).count()).toBe(1)
    await name.fill('My editor')
    await dialog('Add client').getByRole('checkbox', { name: 'Echo at work may be seen', exact: true }).click()
    await dialog('Add client').getByRole('button', { name: 'Add and create token' }).click()
    const token = await dialog('Token for My editor').locator('[data-token]').innerText()
    expect(token.length).toBeGreaterThan(20)
    await dialog('Token for My editor').getByRole('button', { name: 'Done' }).click()
    const row = page.locator('[data-access="My editor"]')
    expect(await row.innerText()).toContain('Sees everything but echo-at-work')
    expect(await page.content()).not.toContain(token)
    await row.getByRole('button', { name: 'Revoke this token' }).click()
    await dialog(/^Revoke/)
      .getByRole('button', { name: 'Revoke', exact: true })
      .click()
    await row.getByText('No token, so').waitFor()
  })

  test('the export of a project contains its servers, ready to be copied', async () => {
    const { page } = app
    await page.getByRole('button', { name: 'Export servers' }).click()
    const text = dialog('Export servers').locator('[data-export]')
    await text.waitFor()
    expect(await text.innerText()).toContain('echo.js')
    await page.keyboard.press('Escape')
  })

  test('the doctor shows step by step why a server fails, with what to do', async () => {
    const { page } = app
    await goTo(page, 'Servers')
    await addServer(page, 'Ill', crashing)
    await page.getByRole('button', { name: 'Diagnose' }).click()
    const sheet = dialog('Diagnosis of Ill')
    await sheet.locator('[data-verdict="ill"]').waitFor()
    expect(await sheet.locator('[data-phase="handshake"][data-outcome="failed"]').count()).toBe(1)
    expect(await sheet.getByRole('list', { name: 'What to do' }).getByRole('listitem').count()).toBeGreaterThan(0)
    expect(await sheet.innerText()).toContain('no such module')
    await page.keyboard.press('Escape')
  })

  test('settings of a server are changed without restarting it', async () => {
    const { page } = app
    await openServer(page, 'echo', 'Details')
    const pid = await page.locator('[data-pid]').innerText()
    await page.getByRole('button', { name: 'Settings', exact: true }).click()
    const form = dialog('Settings of Echo')
    await form.getByLabel('Call timeout (seconds)').fill('42')
    await form.getByLabel('Labels').fill('fast, local')
    await form.getByRole('button', { name: 'Save' }).click()
    await form.waitFor({ state: 'detached' })
    await page.getByText('fast, local').waitFor()
    await page.getByText('42 s').waitFor()
    expect(await page.locator('[data-pid]').innerText()).toBe(pid)
  })

  test('none of this causes an error, a content policy refusal or a browser dialog', () => {
    expect(app.complaints).toEqual([])
  })
})
