/**
 * A tool tried by hand: its server's questions are answered in the same place, and no key press loses a running call.
 */
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
    await addServer(app.page, 'Forms', [process.execPath, serverFile('forms')])
    await status(app.page, 'forms', 'Ready')
  })
  afterAll(async () => {
    await app?.close()
    await folder?.remove()
  })

  test('what a tool’s server asks is answered beside the tool, by keys alone', async () => {
    const { page } = app
    const sheet = await open('elicit')
    await page.keyboard.press('Control+Enter')
    const card = sheet.locator('[data-question-kind="form"]')
    await card.getByText('Which colour?').waitFor()
    // A question that is already visible causes no notice.
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

  test('a form is filled in by keys alone: help at each field, wrong ones marked and focused before anything is sent', async () => {
    const { page } = app
    const sheet = await open('order')
    const name = sheet.getByLabel('name', { exact: true })
    await name.and(sheet.locator(':focus')).waitFor()
    const count = sheet.getByLabel('count', { exact: true })
    expect([await name.inputValue(), await count.inputValue()]).toEqual(['', ''])
    await sheet.getByText('How many of them.').waitFor()
    await sheet.getByText('integer · 1 to 9').first().waitFor()
    await sheet.getByText('string · at least 2 characters · for example "Ada"').waitFor()
    expect(await sheet.getByLabel('speed (optional)').inputValue()).toBe('1.5')
    await page.keyboard.press('Control+Enter')
    await sheet.getByText('2 arguments need a change.').waitFor()
    expect(await sheet.getByText('Required', { exact: true }).count()).toBe(2)
    expect(await seriousFindings(page)).toEqual([])
    await page.keyboard.type('Ada')
    await page.keyboard.press('Tab')
    await page.keyboard.type('no mail')
    await sheet.getByText('This must be an email address.').waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.type('12')
    await sheet.getByText('This must be at most 9.').waitFor()
    await sheet.getByLabel('code (optional)').fill('xy')
    await sheet.getByText('This must match the pattern ^[A-Z]{2}$.').waitFor()
    await page.keyboard.press('Control+Enter')
    await sheet.getByText('3 arguments need a change.').waitFor()
    await sheet.getByLabel('mail (optional)').and(sheet.locator(':focus')).waitFor()
    expect(await sheet.locator('[data-run="done"]').count()).toBe(0)
    await sheet.getByLabel('mail (optional)').fill('')
    await count.fill('3')
    await sheet.getByLabel('code (optional)').fill('XY')
    await page.keyboard.press('Control+Enter')
    await sheet.locator('[data-run="done"]').getByText('{"speed":1.5,"name":"Ada","count":3,"code":"XY"}').waitFor()
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
  })

  test('objects and lists are filled in with the mouse, and the form and the JSON keep each other’s values', async () => {
    const { page } = app
    const sheet = await open('order')
    await sheet.getByLabel('name', { exact: true }).fill('Ada')
    await sheet.getByLabel('count', { exact: true }).fill('1')
    await sheet.getByLabel('size (optional)').selectOption('large')
    await sheet.getByLabel('level (optional)').selectOption({ label: '2' })
    await sheet.getByLabel('gift (optional)').selectOption('false')
    await sheet.getByLabel('when (optional)').fill('5')
    await sheet.getByRole('button', { name: 'Add place' }).click()
    await sheet.getByLabel('street', { exact: true }).fill('Main Street')
    await sheet.getByRole('button', { name: 'Add to stops' }).click()
    await page.keyboard.type('First')
    await sheet.getByRole('button', { name: 'Add to stops' }).click()
    await page.keyboard.type('Second')
    await sheet.getByRole('button', { name: 'Remove stops 1' }).click()
    expect(await seriousFindings(page)).toEqual([])
    const whole = {
      speed: 1.5,
      name: 'Ada',
      count: 1,
      size: 'large',
      level: 2,
      gift: false,
      when: 5,
      place: { street: 'Main Street' },
      stops: [{ street: 'Second' }],
    }
    await asJson(sheet)
    const box = sheet.getByLabel('Arguments (JSON)')
    expect(JSON.parse(await box.inputValue())).toEqual(whole)
    await box.fill(JSON.stringify({ ...whole, place: { street: 'Side Street', number: 0 } }))
    await sheet.getByText('`place.number` must be at least 1.').waitFor()
    await sheet.getByRole('tab', { name: 'Form' }).click()
    expect(await sheet.getByLabel('street', { exact: true }).first().inputValue()).toBe('Side Street')
    await sheet.getByLabel('number (optional)').first().fill('7')
    await sheet.getByRole('button', { name: 'Remove place' }).click()
    await sheet.getByRole('button', { name: 'Run', exact: true }).click()
    const { place: _place, ...sent } = whole
    await sheet.locator('[data-run="done"]').waitFor()
    expect(JSON.parse(await sheet.locator('[data-run="done"] pre').first().innerText())).toEqual(sent)
    await page.keyboard.press('Escape')
  })

  test('invalid JSON is reported with its place, which gets the caret; JSON that only breaks the schema can be sent anyway', async () => {
    const { page } = app
    const sheet = await open('order')
    await asJson(sheet)
    const box = sheet.getByLabel('Arguments (JSON)')
    await box.fill('{\n  "name": "Ada"\n  "count": 1\n}')
    await sheet.getByText('Line 3, column 3: a comma is missing.').waitFor()
    await page.keyboard.press('Control+Enter')
    await sheet.getByText('1 argument needs a change.').waitFor()
    const caret = () => page.evaluate<number>('document.activeElement.selectionStart')
    await expect.poll(caret).toBe('{\n  "name": "Ada"\n  '.length)
    expect(await sheet.getByRole('button', { name: 'Run anyway' }).count()).toBe(0)
    await box.fill('{ "name": "Ada" }')
    await sheet.getByText('`count` is missing.').waitFor()
    await sheet.getByRole('button', { name: 'Run anyway' }).click()
    await sheet.locator('[data-run="done"]').getByText('{"name":"Ada"}').waitFor()
    await page.keyboard.press('Escape')
  })

  test('a tool without parameters has just the button, and the page stays responsive with a hostile or a wide schema', async () => {
    const { page } = app
    let sheet = await open('bare')
    await sheet.getByText('This tool has no parameters.').waitFor()
    expect(await sheet.getByRole('textbox').count()).toBe(0)
    const run = sheet.getByRole('button', { name: 'Run', exact: true })
    await run.and(sheet.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    await sheet.locator('[data-run="done"]').getByText('{}').waitFor()
    await page.keyboard.press('Escape')
    sheet = await open('hostile')
    await sheet
      .getByLabel('text (optional)')
      .first()
      .fill(`${'a'.repeat(5_000)}!`)
    await sheet.getByText('This must match the pattern ^(a+)+$.').waitFor()
    expect(await page.evaluate('window.hacked')).toBeUndefined()
    await page.keyboard.press('Escape')
    sheet = await open('wide')
    await sheet.getByLabel('field_99 (optional)').fill('last')
    await page.keyboard.press('Control+Enter')
    await sheet.locator('[data-run="done"]').getByText('{"field_99":"last"}').waitFor()
    await page.keyboard.press('Escape')
  })
})
