/** Failures of servers, each repaired from where it is shown, by mouse and by keys. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { callApi, launchOf } from '#test/e2e/askedClient'
import { type OpenedApp, openBrowser } from '#test/e2e/openApp'
import { rowOf, seriousFindings, status } from '#test/e2e/pageActions'
import { startRemote } from '#test/servers/remote'
import { makeTemporaryFolder, type TemporaryFolder } from '#test/support/temporaryFolder'
import { serverFile } from '#test/support/testServers'

const opener = await openBrowser()
afterAll(() => opener?.close())

type Press = (button: Locator) => Promise<void>
const byMouse: Press = (button) => button.click()
const byKeys: Press = async (button) => {
  await button.focus()
  await button.page().keyboard.press('Enter')
}
const ways: readonly (readonly [string, Press])[] = [
  ['mouse', byMouse],
  ['keys', byKeys],
]

describe.runIf(opener !== null)('in a browser', () => {
  let folder: TemporaryFolder
  let app: OpenedApp
  const add = (name: string, launch: object) =>
    callApi(app.origin, app.token, 'POST', '/servers', { name, launch: { transport: 'stdio', ...launch } })
  /** Opens a server's page. Returns the notice of its failure that has this button. */
  const failed = async (slug: string, repair: string) => {
    await rowOf(app.page, slug).getByRole('link').first().click()
    return detail(slug).locator('[data-repair]').filter({ hasText: repair })
  }
  const detail = (name: string) => app.page.getByRole('region', { name })
  const focusedLabel = () =>
    app.page.evaluate<string>(
      'document.activeElement.getAttribute("aria-label") ?? document.activeElement.labels?.[0]?.innerText ?? ""',
    )

  beforeAll(async () => {
    folder = await makeTemporaryFolder()
    app = await opener!.open(folder.path, { SWITCHBOARD_VAULT_KEY: 'key' })
  })
  afterAll(async () => {
    await app?.close()
    await folder.remove()
  })

  describe.each(ways)('by %s', (way, press) => {
    const keyboard = () => app.page.keyboard

    test('a missing variable is set where its failure is shown, and the server is ready', async () => {
      const slug = `variable-${way}`
      const { command, args } = launchOf('needing', '--needs', 'ACME_TOKEN')
      await add(slug, { command, args, env: { MODE: 'kept' } })
      await press(await failed(slug, 'Set ACME_TOKEN'))
      const dialog = app.page.getByRole('dialog', { name: 'Set ACME_TOKEN' })
      await dialog.waitFor()
      expect(await focusedLabel()).toBe('Value of ACME_TOKEN')
      expect(await seriousFindings(app.page)).toEqual([])
      await keyboard().press('Enter')
      await dialog.getByText('A value is needed').waitFor()
      await keyboard().type('the-value')
      await press(dialog.getByRole('button', { name: 'Save and restart' }))
      await status(app.page, slug, 'Ready')
      await detail(slug).getByRole('tab', { name: 'Details' }).click()
      await detail(slug).getByText('MODE, ACME_TOKEN').waitFor()
    })

    test('a missing secret is set for the project that lacks it', async () => {
      const slug = `secret-${way}`
      const { command, args } = launchOf('echo')
      await add(slug, { command, args, env: { TOKEN: `\${KEY_${way}}` } })
      await press(await failed(slug, `Set KEY_${way}`))
      await app.page.getByRole('dialog').waitFor()
      expect(await focusedLabel()).toBe(`Value of KEY_${way}`)
      await keyboard().type('the-secret')
      await keyboard().press('Enter')
      await status(app.page, slug, 'Ready')
      expect(await callApi(app.origin, app.token, 'GET', '/secrets')).toContainEqual({
        name: `KEY_${way}`,
        usedBy: [slug],
      })
    })

    test('a wrong command is corrected in its own field, and the server is ready', async () => {
      const slug = `command-${way}`
      await add(slug, { command: '/nowhere/nodde', args: [serverFile('echo')] })
      await press(await failed(slug, 'Edit command'))
      const dialog = app.page.getByRole('dialog', { name: `Settings of ${slug}` })
      await dialog.waitFor()
      expect(await focusedLabel()).toBe('Command or address')
      await keyboard().press('Control+a')
      await keyboard().type(`${process.execPath} ${serverFile('echo')}`)
      await press(dialog.getByRole('button', { name: 'Save' }))
      await status(app.page, slug, 'Ready')
    })

    test('a missing folder is corrected in its own field', async () => {
      const slug = `folder-${way}`
      const { command, args } = launchOf('echo')
      await add(slug, { command, args, cwd: '/nowhere' })
      await press(await failed(slug, 'Edit folder'))
      const dialog = app.page.getByRole('dialog', { name: `Settings of ${slug}` })
      await dialog.waitFor()
      expect(await focusedLabel()).toBe('Working folder')
      await keyboard().press('Control+a')
      await keyboard().type(folder.path)
      await press(dialog.getByRole('button', { name: 'Save' }))
      await status(app.page, slug, 'Ready')
    })

    test('a header that is refused is replaced, with the focus in its value, and the server is ready', async () => {
      const slug = `header-${way}`
      const remote = await startRemote({
        before: (request, response) => {
          if (request.headers.authorization === 'Bearer new') return false
          response.writeHead(401, { 'www-authenticate': 'Bearer' }).end('no')
          return true
        },
      })
      onTestFinished(() => remote.close())
      await add(slug, { transport: 'http', url: remote.url, headers: { 'X-Team': 'a', Authorization: 'Bearer old' } })
      await press(await failed(slug, 'Replace header'))
      const dialog = app.page.getByRole('dialog', { name: `Settings of ${slug}` })
      await dialog.waitFor()
      expect(await focusedLabel()).toBe('Value of Authorization')
      await dialog.getByText('a value that begins with Bearer and a space').waitFor()
      expect(await seriousFindings(app.page)).toEqual([])
      await keyboard().type('Bearer new')
      await press(dialog.getByRole('button', { name: 'Save' }))
      await status(app.page, slug, 'Ready')
      expect(remote.received.at(-1)?.headers['x-team']).toBe('a')
    })

    test('for a missing uv the command that installs it is shown and copied, nothing is run, and another try finds uv', async () => {
      const slug = `uv-${way}`
      const programs = join(folder.path, `programs-${way}`)
      await mkdir(programs)
      await add(slug, { command: 'uvx', args: ['acme'], env: { PATH: programs } })
      await press(await failed(slug, 'Install uv'))
      const dialog = app.page.getByRole('dialog', { name: 'Install uv' })
      const shown = await dialog.getByLabel('Command', { exact: true }).innerText()
      expect(shown).toContain('https://astral.sh/uv/install')
      await dialog.getByRole('button', { name: 'Open docs.astral.sh' }).waitFor()
      expect(await seriousFindings(app.page)).toEqual([])
      await press(dialog.getByRole('button', { name: 'Copy command' }))
      await dialog.getByText('Copied').waitFor()
      expect(await app.page.evaluate('navigator.clipboard.readText()')).toBe(shown)
      await writeFile(join(programs, 'uvx'), `#!/bin/sh\nexec '${process.execPath}' '${serverFile('echo')}'\n`, {
        mode: 0o755,
      })
      await press(dialog.getByRole('button', { name: 'Try again' }))
      await dialog.waitFor({ state: 'detached' })
      await status(app.page, slug, 'Ready')
    })

    test('the diagnosis has the same buttons, and leads to the same field', async () => {
      const slug = `doctor-${way}`
      await add(slug, { command: '/nowhere/nodde' })
      await press(await failed(slug, 'Diagnose'))
      const sheet = app.page.getByRole('dialog', { name: `Diagnosis of ${slug}` })
      await press(sheet.getByRole('button', { name: 'Edit command' }))
      await app.page.getByRole('dialog', { name: `Settings of ${slug}` }).waitFor()
      await sheet.waitFor({ state: 'detached' })
      expect(await focusedLabel()).toBe('Command or address')
      await keyboard().press('Escape')
      await app.page.getByRole('dialog').waitFor({ state: 'detached' })
    })

    test('the row of a failed server has its repair, as a button and in its menu', async () => {
      const slug = `row-${way}`
      await add(slug, { command: '/nowhere/uvx' })
      await status(app.page, slug, 'Failed')
      const row = rowOf(app.page, slug)
      expect(await row.getByRole('button', { name: 'Install uv' }).count()).toBe(1)
      await press(row.getByRole('button', { name: `Actions for ${slug}` }))
      await press(app.page.getByRole('menuitem', { name: 'Edit command' }))
      await app.page.getByRole('dialog', { name: `Settings of ${slug}` }).waitFor()
      expect(await focusedLabel()).toBe('Command or address')
      await keyboard().press('Escape')
      await app.page.getByRole('dialog').waitFor({ state: 'detached' })
    })
  })

  test('none of this causes an error on the page', () => {
    expect(app.complaints).toEqual([])
  })
})
