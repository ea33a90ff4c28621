/** Presses everything on a page, by mouse or by keyboard, and reports where that lost the focus. */
import type { Locator, Page } from 'playwright-core'

export type Means = 'mouse' | 'keys'

const removing = /remove|delete|uninstall|revoke|forget|clear/i
const opensMenu = /^actions for/i
/** Matches controls that open something outside the page: file dialogs, downloads. */
const outside = /choose a file|attach files|save as/i

const layer = '[role="dialog"], [role="alertdialog"], [role="menu"]'

/** The number of frames without a change after which a page counts as settled, and how many frames to wait for that. */
const [quietFrames, maxFrames] = [4, 60]

/** Waits until the effect of a press is over: nothing is loading, and nothing on the page changes. */
export async function settled(page: Page): Promise<void> {
  await page.locator('[data-opening]').waitFor({ state: 'detached' })
  await page.evaluate(`new Promise((resolve) => {
    let [frames, quiet] = [0, 0]
    const observer = new MutationObserver(() => (quiet = 0))
    observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
    const next = () => {
      frames += 1
      quiet += 1
      if (quiet < ${quietFrames} && frames < ${maxFrames}) return requestAnimationFrame(next)
      observer.disconnect()
      resolve()
    }
    requestAnimationFrame(next)
  })`)
}

/**
 * Resolves with null if an element has the focus, inside the topmost open layer if there is one. Otherwise says what is
 * wrong.
 */
export async function lossOf(page: Page): Promise<string | null> {
  return page.evaluate(`(() => {
    const active = document.activeElement
    if (active === null || active === document.body) return 'nothing has it'
    const open = [...document.querySelectorAll('${layer}')].at(-1)
    return open === undefined || open.contains(active) ? null : 'it is behind what is open'
  })()`)
}

/** Resolves with the names of the pressable elements inside `root`, each once. */
async function namesIn(
  page: Page,
  root: string,
  roles: string,
  isWanted: (name: string) => boolean,
): Promise<string[]> {
  const names = await page.evaluate<string[]>(`[...document.querySelectorAll('${root}')]
    .flatMap((root) => [...root.querySelectorAll('${roles}')])
    .filter((one) => one.checkVisibility() && !one.matches(':disabled'))
    .map((one) => one.getAttribute('aria-label') ?? one.textContent.trim())`)
  return [...new Set(names)].filter((name) => name !== '' && !outside.test(name) && isWanted(name))
}

async function press(page: Page, control: Locator, means: Means): Promise<void> {
  if (means === 'mouse') return control.click()
  await control.focus()
  await page.keyboard.press('Enter')
}

async function closeAll(page: Page): Promise<boolean> {
  for (let tries = 0; tries < 4; tries += 1) {
    if ((await page.locator(layer).count()) === 0) return true
    await page.keyboard.press('Escape')
    await settled(page)
  }
  return false
}

export interface WalkOptions {
  /** A CSS selector for the part to walk over. */
  readonly root: string
  readonly address: string
  readonly means: Means
  /** Which controls are pressed: those that remove something, or all others. */
  readonly removes: boolean
}

export interface Walked {
  /** What lost the focus, in words for the failure message. */
  readonly losses: string[]
  readonly presses: number
}

export async function walkPage(page: Page, { root, address, means, removes }: WalkOptions): Promise<Walked> {
  const losses: string[] = []
  let presses = 0
  const note = async (what: string) => {
    await settled(page)
    const loss = await lossOf(page)
    if (loss !== null) losses.push(`${address}, ${what} by ${means}: ${loss}`)
  }
  const open = async () => {
    await page.evaluate(`window.location.hash = '${address}'`)
    await settled(page)
    await page.locator('main h1, main h2').first().waitFor({ state: 'attached' })
  }
  await open()
  const isDue = (name: string) => removing.test(name) === removes
  const controls = await namesIn(
    page,
    root,
    'button:not([role]), [role="button"]',
    (name) => isDue(name) || opensMenu.test(name),
  )
  for (const name of controls) {
    await open()
    const find = () =>
      page.locator(root).getByRole('button', { name, exact: true }).and(page.locator(':enabled:visible')).first()
    if ((await find().count()) === 0) continue
    await press(page, find(), means)
    presses += 1
    await note(`"${name}" pressed`)
    const entries = await namesIn(page, '[role="menu"]', '[role^="menuitem"]:not([data-disabled])', isDue)
    if (!(await closeAll(page))) losses.push(`${address}: Escape does not close what "${name}" opens`)
    await note(`"${name}" pressed and closed`)
    for (const entry of entries) {
      await open()
      if ((await find().count()) === 0) break
      await press(page, find(), means)
      await settled(page)
      await press(page, page.locator('[role="menu"] [role^="menuitem"]', { hasText: entry }).first(), means)
      presses += 1
      await note(`"${entry}" of "${name}" chosen`)
      await closeAll(page)
      await note(`"${entry}" of "${name}" chosen and closed`)
    }
  }
  return { losses, presses }
}
