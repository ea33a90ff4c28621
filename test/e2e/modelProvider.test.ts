/** The model provider in the settings: tested before it is saved, by mouse and by keys. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OpenedApp, openBrowser } from '#test/e2e/openApp'
import { reload, seriousFindings } from '#test/e2e/pageActions'
import { makeTemporaryFolder, type TemporaryFolder } from '#test/support/temporaryFolder'

const key = 'sk-typed-on-the-page-0123456789'
const opener = await openBrowser()
afterAll(() => opener?.close())

type Mood = 'well' | 'refuses' | 'silent' | 'unlisted'

describe.runIf(opener !== null)('in a browser', () => {
  let folder: TemporaryFolder
  let app: OpenedApp
  let page: Page
  let endpoint: Server
  let mood: Mood = 'well'
  let url: string

  beforeAll(async () => {
    endpoint = createServer((request, response) => {
      request.resume()
      const json = (status: number, value: unknown) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
      if (mood === 'silent') return
      if (mood === 'refuses') json(401, { error: { message: `No: \u202e${key} <b>is bad</b>` } })
      else if (request.url?.startsWith('/v1/models') !== true) json(400, { error: { message: 'model: required' } })
      else if (mood === 'unlisted') json(404, {})
      else json(200, { data: ['m-1', 'm-2'].map((id) => ({ id, display_name: id.toUpperCase() })) })
    })
    await new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}`
    folder = await makeTemporaryFolder()
    app = await opener!.open(folder.path, { SWITCHBOARD_VAULT_KEY: 'key' })
    page = app.page
  })
  afterAll(async () => {
    await app?.close()
    endpoint?.closeAllConnections()
    endpoint?.close()
    await folder?.remove()
  })

  const dialog = () => page.getByRole('dialog', { name: 'Model provider' })
  const button = (name: string) => dialog().getByRole('button', { name, exact: true })
  const provider = (kind: string) => page.locator(`[data-provider="${kind}"]`)
  const focused = () =>
    page.evaluate<string>('document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent')

  test('by mouse: a refused key keeps the dialog open with the reason; when another try succeeds, it is saved with the test’s result', async () => {
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Model' }).click()
    await provider('practice').getByText('In use').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Use Own endpoint' }).click()
    await dialog().getByRole('textbox', { name: 'Address' }).fill(url)
    await dialog().getByLabel('API key').fill(key)
    mood = 'refuses'
    await button('Save').click()
    const alert = dialog().getByRole('alert')
    await alert.getByText('The endpoint refused the key (401).').waitFor()
    const said = await alert.innerText()
    expect(said).toContain('⟨202E⟩')
    expect(said).toContain('<b>is bad</b>')
    expect(said).not.toContain(key)
    await button('Save anyway').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    mood = 'well'
    await button('Try again').click()
    await dialog().waitFor({ state: 'detached' })
    await page
      .getByText(/Answered in .+; 2 models\./)
      .first()
      .waitFor()
    await provider('custom').getByText('In use').waitFor()
    expect(await provider('custom').innerText()).toContain('Key: in the vault')
    expect(await page.evaluate('document.documentElement.outerHTML')).not.toContain(key)
  })

  test('by mouse: the provider in use is tested, and another default model is chosen', async () => {
    await provider('custom').getByRole('button', { name: 'Test' }).click()
    await provider('custom').locator('[data-test="answered"]').waitFor()
    const choice = page.getByRole('combobox', { name: 'Default model' })
    expect(await choice.locator('option').allInnerTexts()).toEqual(['Automatic: M-1', 'M-1', 'M-2'])
    await choice.selectOption('M-2')
    await reload(page)
    await expect.poll(() => page.getByRole('combobox', { name: 'Default model' }).inputValue()).toBe('m-2')
  })

  test('by keys: a test is cancelled, and after Escape the focus is on the button that opened the dialog', async () => {
    mood = 'silent'
    await page.getByRole('button', { name: 'Edit Own endpoint' }).focus()
    await page.keyboard.press('Enter')
    await dialog().getByRole('textbox', { name: 'Address' }).focus()
    await page.keyboard.press('Enter')
    await dialog().getByRole('status').getByText('Testing').waitFor()
    await button('Cancel test').focus()
    await page.keyboard.press('Enter')
    await button('Save').waitFor()
    expect(await dialog().getByRole('alert').count()).toBe(0)
    expect(await page.evaluate<boolean>('document.activeElement.closest("[role=dialog]") !== null')).toBe(true)
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    expect(await focused()).toBe('Edit Own endpoint')
  })

  test('by keys: an endpoint that fails the test is saved anyway', async () => {
    mood = 'refuses'
    await page.keyboard.press('Enter')
    await dialog().getByRole('textbox', { name: 'Address' }).fill(`${url}/v1`)
    await page.keyboard.press('Enter')
    await dialog().getByRole('alert').waitFor()
    await button('Save anyway').focus()
    await page.keyboard.press('Enter')
    await dialog().waitFor({ state: 'detached' })
    await expect.poll(() => provider('custom').innerText()).toContain(`${url}/v1`)
  })

  test('if the endpoint lists no models, the default model is typed in', async () => {
    mood = 'unlisted'
    await provider('custom').getByRole('button', { name: 'Test' }).click()
    await provider('custom').getByText('It does not list its models.').waitFor()
    await reload(page)
    const name = page.getByRole('textbox', { name: 'Default model' })
    await name.fill('my-model')
    await name.press('Enter')
    await reload(page)
    await expect.poll(() => page.getByRole('textbox', { name: 'Default model' }).inputValue()).toBe('my-model')
  })

  test('a removed provider is forgotten with its key, and the practice model is used', async () => {
    await page.getByRole('button', { name: 'Remove Own endpoint' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await provider('practice').getByText('In use').waitFor()
    expect(await page.evaluate<boolean>('document.activeElement === document.body')).toBe(false)
    // The page's console contains no refusals by the endpoint, because the engine tests the endpoint.
    expect(app.complaints).toEqual([])
    expect(app.said()).not.toContain(key)
  })
})
