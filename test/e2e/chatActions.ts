/** A user's actions in the chat. */
import type { Locator, Page } from 'playwright-core'

export const messageBox = (page: Page): Locator => page.getByRole('combobox', { name: 'Message' })

/** Locates the list of messages, which contains only those that are drawn. */
export const thread = (page: Page): Locator => page.getByRole('region', { name: 'Messages' })

export async function newConversation(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New conversation', exact: true }).click()
  await page.getByRole('heading', { name: 'What can I help with?' }).waitFor()
}

export async function send(page: Page, text: string): Promise<void> {
  await messageBox(page).fill(text)
  await messageBox(page).press('Enter')
}

/** Resolves when the turn is over and its answer is shown. */
export async function answered(page: Page, text: string): Promise<void> {
  await thread(page).getByText(text).last().waitFor()
  await page.locator('[data-run-kind="idle"]').waitFor()
}

async function openSource(page: Page): Promise<Locator> {
  await page.locator('[data-model]').click()
  await page.getByRole('menuitem').last().click()
  return page.getByRole('dialog', { name: 'Model provider' })
}

async function useSource(dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
}

export async function useOwnEndpoint(page: Page, url: string): Promise<void> {
  const dialog = await openSource(page)
  await dialog.getByRole('radio', { name: 'Own endpoint' }).check()
  await dialog.getByRole('textbox', { name: 'Address' }).fill(url)
  await useSource(dialog)
}

/** Selects Claude as the model, with an Anthropic key. */
export async function useClaude(page: Page, key: string): Promise<void> {
  const dialog = await openSource(page)
  await dialog.getByRole('radio', { name: 'Claude' }).check()
  await dialog.getByLabel('API key').fill(key)
  await useSource(dialog)
}
