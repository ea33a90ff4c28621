/** The endpoint recommends a client's own token, and says what the owner's token allows before it is copied. */
import { afterAll, describe, expect, test } from 'vitest'
import { openBrowser, openForSuite } from '#test/e2e/openApp'
import { goTo, seriousFindings } from '#test/e2e/pageActions'

const opener = await openBrowser()
afterAll(() => opener?.close())

describe.runIf(opener !== null)('in a browser', () => {
  const app = openForSuite(opener)
  const card = () => app().page.getByRole('dialog', { name: 'Endpoint' })
  const create = () => card().getByRole('button', { name: 'Create a token for a client' })
  const owner = () => card().getByRole('button', { name: 'Copy the owner’s token…' })
  const dialog = (name: string) => app().page.getByRole('dialog', { name })
  const copied = () => app().page.evaluate<string>('navigator.clipboard.readText()')
  const status = async (token: string) => {
    const response = await fetch(`${app().origin}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
      }),
    })
    return response.status
  }

  test('by mouse: a client gets a token of its own, with its set-up, and the token opens the endpoint', async () => {
    const { page } = app()
    await page.getByRole('button', { name: 'Endpoint' }).click()
    await create().waitFor()
    const actions = await card().getByRole('button').allInnerTexts()
    expect(actions.indexOf('Create a token for a client')).toBe(0)
    expect(actions.indexOf('Copy the owner’s token…')).toBeGreaterThan(0)
    expect(await seriousFindings(page)).toEqual([])
    await create().click()
    const form = dialog('Add client')
    await form.getByLabel('Name', { exact: true }).fill('My editor')
    await form.getByLabel('Program').selectOption('Claude Code')
    await form.getByRole('button', { name: 'Add and create token' }).click()
    const made = dialog('Token for My editor')
    const token = await made.locator('[data-token]').innerText()
    expect(await made.locator('[data-setup="claudeCode"]').innerText()).toContain(token)
    await made.getByRole('button', { name: 'Copy set-up' }).click()
    await made.getByText('Copied').waitFor()
    expect(await copied()).toContain(`Bearer ${token}`)
    expect(await status(token)).toBe(200)
    expect(await status(app().token)).toBe(200)
    expect(await seriousFindings(page)).toEqual([])
    await made.getByRole('button', { name: 'Done' }).click()
    await made.waitFor({ state: 'detached' })
    expect(await page.evaluate<boolean>('document.activeElement === document.body')).toBe(false)
    await goTo(page, 'Clients')
    await page.locator('[data-access="My editor"]').waitFor()
    expect(await page.evaluate('document.documentElement.outerHTML')).not.toContain(token)
  })

  test('by keys: a client gets a token, and Escape leaves the endpoint as it was', async () => {
    const { page } = app()
    await page.getByRole('button', { name: 'Endpoint' }).focus()
    await page.keyboard.press('Enter')
    await create().focus()
    await page.keyboard.press('Enter')
    await dialog('Add client').getByLabel('Name', { exact: true }).focus()
    await page.keyboard.type('Another editor')
    await page.keyboard.press('Enter')
    await dialog('Token for Another editor').locator('[data-token]').waitFor()
    await page.keyboard.press('Escape')
    await dialog('Token for Another editor').waitFor({ state: 'detached' })
    await create().waitFor()
    expect(await page.evaluate<string>('document.activeElement.textContent')).toBe('Create a token for a client')
  })

  test('the owner’s token says what it allows before it can be copied, by mouse and by keys', async () => {
    const { page } = app()
    await page.evaluate('navigator.clipboard.writeText("nothing")')
    await owner().click()
    await card().getByText('The owner’s token may do everything').waitFor()
    expect(await copied()).toBe('nothing')
    await card().getByRole('button', { name: 'Cancel' }).click()
    await owner().waitFor()
    expect(await copied()).toBe('nothing')
    await owner().focus()
    await page.keyboard.press('Enter')
    await card().getByText('The owner’s token may do everything').waitFor()
    expect(await page.evaluate<string>('document.activeElement.textContent')).toBe('Copy token')
    expect(await seriousFindings(page)).toEqual([])
    await page.keyboard.press('Enter')
    await expect.poll(copied).toBe(app().token)
    await card().getByRole('button', { name: 'Copy set-up with token' }).click()
    await expect.poll(copied).toContain(`Bearer ${app().token}`)
    expect(await page.evaluate('document.documentElement.outerHTML')).not.toContain(app().token)
    expect(app().complaints).toEqual([])
  })
})
