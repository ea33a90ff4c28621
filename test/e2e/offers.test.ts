/**
 * The resources and prompts of a server: listed, filtered and tried, by mouse and by keys. The tests build on each
 * other.
 */
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { messageBox } from '#test/e2e/chatActions'
import { openBrowser, type OpenedApp } from '#test/e2e/openApp'
import { addServer, goTo, openServer, rowOf, seriousFindings, status } from '#test/e2e/pageActions'
import { makeTemporaryFolder, type TemporaryFolder } from '#test/support/temporaryFolder'
import { serverFile } from '#test/support/testServers'

const opener = await openBrowser()
afterAll(() => opener?.close())

describe.runIf(opener !== null)('in a browser', () => {
  let folder: TemporaryFolder
  let app: OpenedApp

  const sheet = () => app.page.getByRole('dialog').first()
  const row = (title: string) => app.page.locator('[data-offer]').filter({ hasText: title }).getByRole('button')
  const close = async () => {
    await app.page.keyboard.press('Escape')
    await sheet().waitFor({ state: 'detached' })
  }

  beforeAll(async () => {
    if (opener === null) return
    folder = await makeTemporaryFolder()
    app = await opener.open(folder.path)
    await addServer(app.page, 'Offers', [process.execPath, serverFile('offers')])
    await status(app.page, 'offers', 'Ready')
    await addServer(app.page, 'Echo', [process.execPath, serverFile('echo')])
    await status(app.page, 'echo', 'Ready')
  })
  afterAll(async () => {
    await app?.close()
    await folder?.remove()
  })

  test('everything that a server offers is listed under the server’s own names, and can be filtered', async () => {
    const { page } = app
    await openServer(page, 'offers', 'Resources and prompts')
    const rows = page.locator('[data-offer]')
    await row('Archive').waitFor()
    expect(await rows.count()).toBe(12)
    await page.getByText('test://static-text · A text.').waitFor()
    await page.getByText('application/zip, 2.0 kB').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.getByLabel('Kind').selectOption('prompt')
    await expect.poll(() => rows.count()).toBe(5)
    await page.getByLabel('Search resources and prompts').fill('nothing like it')
    await page.getByRole('button', { name: 'Show all' }).click()
    await expect.poll(() => rows.count()).toBe(12)
  })

  test('a resource is read by keys alone, as text, as a picture or as a file to save; a failure says why', async () => {
    const { page } = app
    await row('Text').first().focus()
    await page.keyboard.press('Enter')
    await sheet().getByRole('button', { name: 'Read', exact: true }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    await sheet().getByText('This is the content of the static text resource.').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await close()
    await row('Image').first().click()
    await page.keyboard.press('Control+Enter')
    await sheet().locator('[data-run="done"] img').waitFor()
    await close()
    await row('Archive').click()
    await sheet()
      .getByText('application/zip · 2.0 kB · for user · priority 0.5 · changed 2026-01-31T12:00:00Z')
      .waitFor()
    await page.keyboard.press('Control+Enter')
    const saved = page.waitForEvent('download')
    await sheet().getByRole('button', { name: 'Save file' }).click()
    const file = await saved
    expect(file.suggestedFilename()).toBe('archive.zip')
    expect(await readFile(await file.path(), 'utf8')).toBe('PK of a test')
    await close()
    await row('Failing').click()
    await page.keyboard.press('Control+Enter')
    await sheet().locator('[data-run="failed"]').getByText('The disk is on fire.').waitFor()
    await close()
  })

  test('a template is filled in with what the server completes, and a missing variable is marked', async () => {
    const { page } = app
    await row('Data').click()
    const id = sheet().getByLabel('id', { exact: true })
    await id.and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Control+Enter')
    await sheet().getByText('Required', { exact: true }).waitFor()
    expect(await sheet().locator('[data-run="idle"]').count()).toBe(1)
    await page.keyboard.type('par')
    await sheet().locator('datalist option[value="paris"]').waitFor({ state: 'attached' })
    await page.keyboard.type('is')
    await sheet().getByText('test://template/paris/data', { exact: true }).waitFor()
    await page.keyboard.press('Control+Enter')
    await sheet().locator('[data-run="done"]').getByText('"id": "paris"').waitFor()
    await close()
  })

  test('the words of a server are only text', async () => {
    const { page } = app
    await page.locator('[data-offer="resource offers://hostile"]').getByRole('button').click()
    await page.keyboard.press('Control+Enter')
    await sheet().locator('[data-run="done"]').waitFor()
    expect(await page.evaluate('window.hacked')).toBeUndefined()
    expect(await page.locator('iframe, [srcdoc]').count()).toBe(0)
    await close()
  })

  test('a prompt shows its messages, and goes into a new conversation to be reviewed', async () => {
    const { page } = app
    await row('test_prompt_with_image').click()
    await sheet().getByRole('button', { name: 'Get messages' }).click()
    await sheet().locator('[data-prompt-message="user"] img').waitFor()
    await close()
    await row('test_prompt_with_arguments').click()
    await page.keyboard.type('one')
    await page.keyboard.press('Control+Enter')
    await sheet().getByText('Required', { exact: true }).waitFor()
    await sheet().getByLabel('arg2').and(page.locator(':focus')).waitFor()
    await page.keyboard.type('two')
    await page.keyboard.press('Control+Enter')
    const words = "Prompt with arguments: arg1='one', arg2='two'"
    await sheet().locator('[data-prompt-message="user"]').getByText(words).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await sheet().getByRole('button', { name: 'Insert into a new conversation' }).click()
    await page.waitForURL(/#\/chat\/.+/)
    await expect.poll(() => messageBox(page).inputValue()).toBe(words)
  })

  test('a server without resources and prompts says so, and one that is off says what to do', async () => {
    const { page } = app
    await goTo(page, 'Servers')
    await openServer(page, 'echo', 'Resources and prompts')
    await page.getByText('This server offers no resources or prompts.').waitFor()
    await goTo(page, 'Servers')
    await rowOf(page, 'offers').getByRole('switch').click()
    await openServer(page, 'offers', 'Resources and prompts')
    await page.getByText('Switch the server on to see its resources and prompts.').waitFor()
    await page.getByRole('switch', { name: 'Offers on' }).first().click()
    await row('Archive').waitFor()
    expect(app.complaints).toEqual([])
  })
})
