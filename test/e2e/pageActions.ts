/** A user's actions on the page. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from 'playwright-core'
import { expect, vi } from 'vitest'

export function rowOf(page: Page, slug: string): Locator {
  return page.locator(`[data-server="${slug}"]`)
}

export function toolRow(page: Page, name: string): Locator {
  return page.locator(`[data-tool="${name}"]`)
}

export async function goTo(page: Page, title: string): Promise<void> {
  const navigation = page.getByRole('navigation', { name: 'Main' })
  await navigation.getByRole('link', { name: new RegExp(`^${title}`) }).click()
}

export async function chooseProject(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Project:/ }).click()
  await page.getByRole('menuitemradio', { name, exact: true }).click()
}

export async function addServer(page: Page, name: string, command: readonly string[]): Promise<void> {
  await page
    .getByRole('button', { name: /^Add (a )?server/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'Add a server' })
  await dialog.getByLabel('Command or address').fill(command.map((word) => `"${word}"`).join(' '))
  await dialog.getByLabel('Name', { exact: true }).fill(name)
  await dialog.getByRole('button', { name: 'Add and start' }).click()
  await dialog.waitFor({ state: 'detached' })
}

type ServerTab = 'Tools' | 'Resources and prompts' | 'Log' | 'Details'

export async function openServer(page: Page, slug: string, tab: ServerTab = 'Tools'): Promise<void> {
  await rowOf(page, slug).getByRole('link').click()
  await page.getByRole('tab', { name: tab }).click()
}

export function status(page: Page, slug: string, word: string): Promise<void> {
  return rowOf(page, slug).locator(`[data-status="${word}"]`).waitFor()
}

/** Switches the arguments to JSON, even for a tool with a form. */
export async function asJson(sheet: Locator): Promise<void> {
  await sheet
    .getByText('Parameters', { exact: true })
    .or(sheet.getByRole('tab', { name: 'JSON' }))
    .first()
    .waitFor()
  const tab = sheet.getByRole('tab', { name: 'JSON' })
  if ((await tab.count()) > 0) await tab.click()
}

/** Opens a tool, runs it with these arguments and returns the shown result. */
export async function tryTool(page: Page, name: string, args: unknown): Promise<string> {
  await toolRow(page, name).getByRole('button', { name, exact: true }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('heading', { name: 'Try it' }).waitFor()
  if ((await sheet.getByText('This tool has no parameters.').count()) === 0) {
    await asJson(sheet)
    await sheet.getByLabel('Arguments (JSON)').fill(JSON.stringify(args))
  }
  await sheet.getByRole('button', { name: 'Run', exact: true }).click()
  const result = sheet.locator('[data-run="done"]')
  await result.waitFor()
  const shown = await result.innerText()
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  return shown
}

export async function chooseTheme(page: Page, theme: 'System' | 'Light' | 'Dark'): Promise<void> {
  await page.getByRole('button', { name: /^Theme/ }).click()
  const choice = page.getByRole('menuitemradio', { name: theme })
  await choice.click()
  await choice.waitFor({ state: 'detached' })
  if (theme !== 'System') await page.locator(`html[data-theme="${theme.toLowerCase()}"]`).waitFor()
}

/** Resolves with axe's serious findings, each with its location. */
export async function seriousFindings(page: Page): Promise<string[]> {
  // Outside its legacy mode, axe opens a second page, which the app's window does not allow.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary}`))
}

/** Counts the user's clicks from now on, in the page itself, so that no action here can bypass the count. */
export async function countPresses(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(`{
    window.presses = 0
    window.addEventListener('pointerdown', ({ isTrusted }) => { if (isTrusted) window.presses += 1 }, true)
  }`)
  return async () => Number(await page.evaluate('window.presses'))
}

export function paletteField(page: Page): Locator {
  return page.getByRole('combobox', { name: 'Find anything by its name' })
}

/**
 * Waits until the history of the browser has a step for each open dialog. The page adds and takes back these steps a
 * moment after a dialog opens or closes. Until then, Back would only repeat the page's own step, and that step would
 * replace a reload.
 */
async function historySettled(page: Page): Promise<void> {
  const settled = `(window.history.state?.layers ?? 0) === document.querySelectorAll('.bg-scrim').length`
  // Not `expect.poll`, which works only inside a test: scenes are set up with this, too.
  await vi.waitFor(async () => expect(await page.evaluate<boolean>(settled)).toBe(true))
}

export async function goBack(page: Page): Promise<void> {
  await historySettled(page)
  await page.goBack()
}

export async function reload(page: Page): Promise<void> {
  await historySettled(page)
  await page.reload()
}
