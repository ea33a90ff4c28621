/** With all projects shown, the chat says which project a new conversation uses, and lets it be chosen. */
import { afterAll, describe, expect, test } from 'vitest'
import { callApi } from '#test/e2e/askedClient'
import { messageBox, newConversation } from '#test/e2e/chatActions'
import { openBrowser, openForSuite } from '#test/e2e/openApp'
import { chooseProject, goTo, seriousFindings } from '#test/e2e/pageActions'

const opener = await openBrowser()
afterAll(() => opener?.close())

describe.runIf(opener !== null)('in a browser', () => {
  const app = openForSuite(opener)
  const choice = () => app().page.getByRole('combobox', { name: 'Project of this conversation' })
  const inHead = () => app().page.locator('[data-conversation-project]')
  const chosen = () => choice().locator('option:checked').innerText()

  test('with one project there is nothing to choose', async () => {
    const { page } = app()
    await goTo(page, 'Chat')
    await page.getByRole('heading', { name: 'What can I help with?' }).waitFor()
    expect([await choice().count(), await inHead().count()]).toEqual([0, 0])
  })

  test('by mouse: the chat names the project, and another one is chosen before the first message', async () => {
    const { page, origin, token } = app()
    await callApi(origin, token, 'POST', '/projects', { name: 'Work' })
    await choice().waitFor()
    const main = await chosen()
    expect(await inHead().innerText()).toContain(main)
    expect(await seriousFindings(page)).toEqual([])
    await choice().selectOption('Work')
    await inHead().getByText('Work').waitFor()
    expect(await chosen()).toBe('Work')
    await messageBox(page).fill('Which tools do you have?')
    await messageBox(page).press('Enter')
    await page.locator('[data-run-kind="idle"]').waitFor()
    await choice().waitFor({ state: 'detached' })
    expect(await inHead().innerText()).toContain('Work')
  })

  test('by keys: the arrow keys change the choice; if one project is shown, there is nothing to choose', async () => {
    const { page } = app()
    await newConversation(page)
    const before = await chosen()
    await choice().focus()
    await page.keyboard.press(before === 'Work' ? 'ArrowUp' : 'ArrowDown')
    await expect.poll(chosen).not.toBe(before)
    await expect.poll(() => inHead().innerText()).not.toContain(before)
    expect(await page.evaluate<boolean>('document.activeElement === document.body')).toBe(false)
    await chooseProject(page, 'Work')
    await newConversation(page)
    expect(await choice().count()).toBe(0)
    expect(await inHead().innerText()).toContain('Work')
    expect(app().complaints).toEqual([])
  })
})
