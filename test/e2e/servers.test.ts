/** A new user's whole path, the same in the desktop app and in a browser. The tests of a host build on each other. */
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attacks } from '#test/e2e/hostileServer'
import { type OpenedApp, openHosts } from '#test/e2e/openApp'
import { addServer, openServer, reload, rowOf, status, toolRow, tryTool } from '#test/e2e/pageActions'
import { connectV1, connectV2 } from '#test/support/mcpClients'
import { makeTemporaryFolder, type TemporaryFolder } from '#test/support/temporaryFolder'
import { serverFile } from '#test/support/testServers'

const echoServer = [process.execPath, serverFile('echo')]
const hostileServer = [process.execPath, join(import.meta.dirname, 'hostileServer.ts')]

const hosts = await openHosts()

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe.each(hosts)('in %s', (_, opener) => {
  let folder: TemporaryFolder
  let app: OpenedApp
  const shownPid = async () => Number(await app.page.locator('[data-pid]').innerText())
  const endpoint = async () => {
    await app.page.getByRole('button', { name: 'Endpoint' }).click()
    const url = await app.page.getByRole('dialog', { name: 'Endpoint' }).locator('[data-endpoint]').innerText()
    await app.page.keyboard.press('Escape')
    return url
  }

  beforeAll(async () => {
    folder = await makeTemporaryFolder()
    app = await opener.open(folder.path)
  })
  afterAll(async () => {
    await app?.close()
    await folder.remove()
  })

  test('a new user is told what this is and is offered three ways to begin', async () => {
    await app.page.getByRole('heading', { name: 'Run your MCP servers here' }).waitFor()
    for (const way of ['Add a server', 'Import a configuration file', 'Try the sample server'])
      expect(await app.page.getByRole('button', { name: way }).count()).toBe(1)
    expect(app.page.url()).not.toContain('token')
  })

  test('[R31] a server added by its command line becomes ready, with its tools', async () => {
    await addServer(app.page, 'Echo', echoServer)
    await status(app.page, 'echo', 'Ready')
    expect(await toolRow(app.page, 'echo').innerText()).toContain('Answers with what it was given.')
  })

  test('a tool can be tried and shows its result', async () => {
    expect(await tryTool(app.page, 'echo', { text: 'hello from the page' })).toContain('hello from the page')
  })

  test('[R31] [R12] a tool switched off is gone for an MCP client at once: it is notified, no longer lists it, cannot call it', async () => {
    let told = () => {}
    const changed = new Promise<void>((resolve) => (told = resolve))
    const headers = { authorization: `Bearer ${app.token}` }
    const url = await endpoint()
    const client = await connectV2(url, 'legacy', { listChanged: { tools: { onChanged: () => told() } } }, headers)
    const other = await connectV1(url, {}, headers)
    try {
      expect((await client.listTools()).tools.map((tool) => tool.name)).toContain('echo')
      await toolRow(app.page, 'echo').getByRole('switch').click()
      await changed
      expect((await client.listTools()).tools.map((tool) => tool.name)).not.toContain('echo')
      expect((await other.listTools()).tools.map((tool) => tool.name)).not.toContain('echo')
      await expect(client.callTool({ name: 'echo', arguments: {} })).rejects.toThrow('Unknown tool: echo')
    } finally {
      await client.close()
      await other.close()
    }
  })

  test('a server whose process is killed recovers, with a new process', async () => {
    await openServer(app.page, 'echo', 'Details')
    const killed = await shownPid()
    process.kill(killed, 'SIGKILL')
    await app.page.locator(`[data-pid]:not([data-pid="${killed}"])`).waitFor()
    await status(app.page, 'echo', 'Ready')
    expect(isRunning(killed)).toBe(false)
    const said = app.page.locator('[data-announcer]')
    expect(await said.innerText()).toBe('Echo is ready.')
  })

  test('an imported file is shown in full before any of it starts', async () => {
    const [command, ...args] = echoServer
    const config = {
      mcpServers: {
        Second: { command, args: [...args, '--name', 'second'], env: { SECRET_OF_MINE: 'hidden-value' } },
        Unwanted: { command, args },
        Broken: { command: 7 },
      },
    }
    await app.page.getByRole('button', { name: 'Import a configuration file' }).click()
    const dialog = app.page.getByRole('dialog', { name: 'Import a configuration file' })
    const file = { name: 'mcp.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(config)) }
    await dialog.locator('input[type=file]').setInputFiles(file)
    const entry = dialog.getByRole('listitem').filter({ hasText: 'Second' })
    expect(await entry.innerText()).toContain('--name second')
    expect(await entry.innerText()).toContain('SECRET_OF_MINE')
    expect(await dialog.innerText()).not.toContain('hidden-value')
    expect(await dialog.getByRole('checkbox', { name: 'Import Broken' }).isDisabled()).toBe(true)
    expect(await entry.getByRole('checkbox').isChecked()).toBe(true)
    const known = dialog.getByRole('listitem').filter({ hasText: 'Unwanted' })
    expect(await known.innerText()).toContain('already added')
    expect(await known.getByRole('checkbox').isChecked()).toBe(false)
    await dialog.getByRole('button', { name: 'Import and start this command' }).click()
    await status(app.page, 'second', 'Ready')
    expect(await rowOf(app.page, 'unwanted').count()).toBe(0)
  })

  test('an import with name conflicts is resolved one by one, also by keyboard, and reverted by Undo', async () => {
    const [command, ...args] = echoServer
    const config = {
      mcpServers: {
        Second: { command, args: [...args, '--name', 'another'] },
        Third: { command, args: [...args, '--name', 'third'] },
        Gone: { command: 'no-such-command' },
      },
    }
    const { page } = app
    await page.keyboard.press('i')
    const dialog = page.getByRole('dialog', { name: 'Import a configuration file' })
    await dialog.getByLabel('Or paste its contents').fill(JSON.stringify(config))
    const entry = dialog.getByRole('listitem').filter({ hasText: '--name another' })
    expect(await entry.innerText()).toContain('The project already has a server with this name')
    expect(await dialog.getByRole('listitem').filter({ hasText: 'Gone' }).innerText()).toContain('was not found')
    expect(await dialog.getByRole('status').innerText()).toBe('1 of 3 selected')
    await dialog.getByRole('button', { name: 'All' }).press('Enter')
    expect(await dialog.getByRole('status').innerText()).toBe('3 of 3 selected')
    await dialog.getByRole('checkbox', { name: 'Import Gone' }).press('Space')
    await dialog.getByLabel('New name for Second').fill('Third')
    await dialog.getByRole('button', { name: 'Import and start these 2 commands' }).press('Enter')
    const alert = dialog.getByRole('alert')
    expect(await alert.innerText()).toContain('Imported: Third')
    expect(await alert.innerText()).toContain('Third: ')
    expect(await dialog.getByRole('checkbox', { name: 'Import Third' }).isChecked()).toBe(true)
    expect(await dialog.getByRole('checkbox', { name: 'Import Second' }).isChecked()).toBe(false)
    await dialog.getByRole('button', { name: 'Undo import' }).press('Enter')
    await dialog.getByLabel('New name for Third').waitFor({ state: 'detached' })
    await rowOf(page, 'third').waitFor({ state: 'detached' })
    await dialog.getByLabel('What to do about the taken name Second').selectOption('replace')
    await dialog.getByRole('checkbox', { name: 'Import Third' }).press('Space')
    await dialog.getByRole('button', { name: 'Import and start this command' }).press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await openServer(page, 'second', 'Details')
    await rowOf(page, 'second').getByTitle('--name another').waitFor()
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Imported 1 server' })
      .getByRole('button', { name: 'Undo' })
      .last()
      .click()
    await rowOf(page, 'second').getByTitle('--name second').waitFor()
    await status(page, 'second', 'Ready')
  })

  test('Undo restores a removed server, with its switched-off tool still off', async () => {
    await rowOf(app.page, 'echo').getByRole('button', { name: 'Actions for Echo' }).click()
    await app.page.getByRole('menuitem', { name: 'Remove' }).click()
    await rowOf(app.page, 'echo').waitFor({ state: 'detached' })
    const message = app.page.getByRole('listitem').filter({ hasText: 'Removed Echo' })
    await message.getByRole('button', { name: 'Undo' }).click()
    await status(app.page, 'echo', 'Ready')
    await openServer(app.page, 'echo')
    expect(await toolRow(app.page, 'echo').getByRole('switch').getAttribute('aria-checked')).toBe('false')
  })

  test('everything works by keyboard: add, walk the list, switch with the palette, read the help', async () => {
    const { page } = app
    await page.keyboard.press('n')
    await page.getByRole('dialog', { name: 'Add a server' }).waitFor()
    await page.keyboard.type(echoServer.join(' '))
    await page.keyboard.press('Tab')
    await page.keyboard.type('By keys')
    await page.keyboard.press('Enter')
    await status(page, 'by-keys', 'Ready')
    await rowOf(page, 'by-keys').getByRole('link').focus()
    await page.keyboard.press('Home')
    // The rows are sorted by name: By keys, Echo, Second.
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 2, name: 'Second' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Commands' }).waitFor()
    await page.keyboard.type('switch by keys')
    await page.keyboard.press('Enter')
    await status(page, 'by-keys', 'Off')
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    expect(await help.innerText()).toContain('Open the command palette')
    await page.keyboard.press('Escape')
  })

  test('a reload shows the same page with the same state, over a new wire', async () => {
    await openServer(app.page, 'echo', 'Details')
    const pid = await shownPid()
    await reload(app.page)
    await app.page.getByRole('heading', { level: 2, name: 'Echo' }).waitFor()
    expect(await shownPid()).toBe(pid)
    await status(app.page, 'by-keys', 'Off')
    await openServer(app.page, 'echo')
    expect(await toolRow(app.page, 'echo').getByRole('switch').getAttribute('aria-checked')).toBe('false')
  })

  test('the words of a hostile server stay text wherever they are shown', async () => {
    const { page } = app
    await addServer(page, attacks.slice(0, 100), hostileServer)
    await toolRow(page, 'attack').waitFor()
    const slug = new URL(page.url().replace('#', '')).pathname.split('/').at(-1)
    expect(slug).toMatch(/^[a-z0-9-]{1,24}$/)
    expect(await toolRow(page, 'attack').innerText()).toContain(attacks.slice(0, 60))
    expect(await tryTool(page, 'attack', {})).toContain(attacks)
    expect(await tryTool(page, 'pictures', {})).toContain('image/svg+xml')
    await page.getByRole('tab', { name: 'Log' }).click()
    await page.getByText(attacks.slice(0, 40)).last().waitFor()
    await page.getByRole('tab', { name: 'Details' }).click()
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Commands' }).waitFor()
    await page.keyboard.type('img')
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('Escape')
    expect(await page.evaluate('window.hacked')).toBeUndefined()
    expect(await page.locator('iframe, img, main a[href^="http"], a[href^="javascript"]').count()).toBe(0)
  })

  test('none of this causes an error, a content policy refusal or a browser dialog', () => {
    expect(app.complaints).toEqual([])
  })

  test('closing the app leaves no server behind, and reopening shows the same state', async () => {
    await openServer(app.page, 'echo', 'Details')
    const pid = await shownPid()
    await app.close()
    expect(isRunning(pid)).toBe(false)
    app = await opener.open(folder.path)
    await rowOf(app.page, 'echo').waitFor()
    await rowOf(app.page, 'by-keys').locator('[data-status="Off"]').waitFor()
  })
})
