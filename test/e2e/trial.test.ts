/** A tool tried by hand: its server's questions are answered where it is tried, and a running call is not lost by a key. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, type OpenedApp } from '#test/e2e/openApp'
import { addServer, asJson, goTo, seriousFindings, status, toolRow } from '#test/e2e/pageActions'
import { makeTemporaryFolder, type TemporaryFolder } from '#test/support/temporaryFolder'
import { serverFile } from '#test/support/testServers'

const opener = await openBrowser()
afterAll(() => opener?.close())

describe.runIf(opener !== null)('in a browser', () => {
  let folder: TemporaryFolder
  let app: OpenedApp

  const open = async (name: string) => {
    const { page } = app
    await goTo(page, 'Tools')
    await toolRow(page, name).getByRole('button', { name, exact: true }).click()
    return page.getByRole('dialog').first()
  }

  beforeAll(async () => {
    if (opener === null) return
    folder = await makeTemporaryFolder()
    app = await opener.open(folder.path)
    await addServer(app.page, 'Asking', [process.execPath, serverFile('asking')])
    await status(app.page, 'asking', 'Ready')
    await addServer(app.page, 'Echo', [process.execPath, serverFile('echo')])
    await status(app.page, 'echo', 'Ready')
  })
  afterAll(async () => {
    await app?.close()
    await folder?.remove()
  })

  test('what its server asks is answered beside the tool, by keys alone', async () => {
    const { page } = app
    const sheet = await open('elicit')
    await page.keyboard.press('Control+Enter')
    const card = sheet.locator('[data-question-kind="form"]')
    await card.getByText('Which colour?').waitFor()
    // No message about a question that is in sight already.
    expect(await page.getByRole('button', { name: 'Show', exact: true }).count()).toBe(0)
    expect(await seriousFindings(page)).toEqual([])
    await card.getByRole('textbox').first().fill('green')
    await card.getByRole('button', { name: 'Send to asking' }).press('Enter')
    await sheet.locator('[data-run="done"]').getByText('green').waitFor()
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
  })

  test('a running call shows its progress, and Escape asks before it is stopped', async () => {
    const { page } = app
    const sheet = await open('slow')
    await asJson(sheet)
    await sheet.getByLabel('Arguments (JSON)').fill('{"ms":60000}')
    await page.keyboard.press('Control+Enter')
    await sheet.getByRole('progressbar').waitFor()
    await sheet.getByText('step 1', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    const question = page.getByRole('dialog', { name: 'Stop the running call?' })
    await question.getByRole('button', { name: 'Cancel' }).press('Enter')
    await question.waitFor({ state: 'detached' })
    expect(await sheet.locator('[data-run="running"]').count()).toBe(1)
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Stop the call' }).press('Enter')
    await sheet.waitFor({ state: 'detached' })
  })
})
