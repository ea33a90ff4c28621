/** Every page and dialog, in every look: wide, narrow, and as large as 200 % makes it, each in both themes. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { addresses } from '#test/e2e/addresses'
import { chooseTheme } from '#test/e2e/pageActions'
import { settled } from '#test/e2e/walkPage'

const ownRequire = createRequire(import.meta.url)
const axe = readFileSync(
  createRequire(ownRequire.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
)

const sizes = {
  wide: { width: 1280, height: 832 },
  narrow: { width: 400, height: 832 },
  // The room that a window of 1280 pixels has at 200 %.
  enlarged: { width: 640, height: 416 },
} as const
const themes = ['light', 'dark'] as const

/**
 * Layers that open over a page by a key, or by buttons in turn. A button may be in the menu that the previous one
 * opened.
 */
const layers: readonly (readonly [
  address: string,
  opener: { key: string } | { presses: readonly (string | RegExp)[] },
])[] = [
  ['/servers', { key: 'n' }],
  ['/servers', { key: 'i' }],
  ['/servers', { key: '?' }],
  ['/servers', { key: 'Control+k' }],
  ['/servers', { presses: [/^Project:/] }],
  ['/servers', { presses: [/^Project:/, 'New project'] }],
  ['/servers/echo', { presses: ['Settings'] }],
  ['/servers/echo', { presses: ['Diagnose'] }],
  ['/servers/echo', { presses: ['echo'] }],
  ['/clients', { presses: ['Export servers'] }],
  ['/clients', { presses: ['Add client'] }],
  ['/clients', { presses: ['Connect'] }],
  ['/clients', { presses: ['Import servers'] }],
  ['/activity', { presses: [/(?:add|convert|pid)$/] }],
  ['/settings?section=secrets', { presses: ['Set a secret'] }],
  ['/settings?section=products', { presses: ['Install from file'] }],
]

const open = '[role="dialog"], [role="menu"]'

/** Resolves with one address for each route, because the pages of a list's rows look alike. */
async function views(page: Page): Promise<string[]> {
  const byRoute = new Map<string, string>()
  for (const address of await addresses(page)) {
    const route = address.replace(/^(\/[a-z]+)\/[^?]+/, '$1/…')
    if (!byRoute.has(route)) byRoute.set(route, address)
  }
  return [...byRoute.values(), '/servers/echo?tab=log', '/servers/echo?tab=details', '/projects?view=sight']
}

/** Resolves with axe's serious findings, and with a finding if the page scrolls sideways, each with its location. */
async function findingsIn(page: Page, where: string): Promise<string[]> {
  await settled(page)
  const found = await page.evaluate<string[]>(`axe
    .run(document, { resultTypes: ['violations'], elementRef: false })
    .then(({ violations }) => violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map((node) => id + ': ' + node.target.join(' ') + ' ' + node.failureSummary)))`)
  const { scrollWidth, clientWidth } = await page.evaluate<Record<'scrollWidth' | 'clientWidth', number>>(
    '({ scrollWidth: document.documentElement.scrollWidth, clientWidth: document.documentElement.clientWidth })',
  )
  return [...found, ...(scrollWidth > clientWidth ? ['it scrolls sideways'] : [])].map((one) => `${where}: ${one}`)
}

/** Changes the system's theme, which the page follows. Open layers stay open. */
async function wear(page: Page, theme: (typeof themes)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme: theme })
  await page.locator(`html[data-theme="${theme}"]`).waitFor({ state: 'attached' })
}

export interface Looked {
  readonly findings: readonly string[]
  readonly looks: number
}

export async function lookAtEveryView(page: Page): Promise<Looked> {
  await page.evaluate(axe)
  const all = await views(page)
  const findings: string[] = []
  let looks = 0
  const look = async (where: string) => {
    for (const theme of themes) {
      await wear(page, theme)
      looks += 1
      findings.push(...(await findingsIn(page, `${where}, ${theme}`)))
    }
  }
  await chooseTheme(page, 'System')
  for (const [name, size] of Object.entries(sizes)) {
    await page.setViewportSize(size)
    const visit = async (address: string) => {
      await page.evaluate(`window.location.hash = '${address}'`)
      await page.locator('main h1, main h2').first().waitFor({ state: 'attached' })
      await settled(page)
    }
    for (const address of all) {
      await visit(address)
      await look(`${address}, ${name}`)
    }
    for (const [address, opener] of layers) {
      await visit(address)
      if ('key' in opener) await page.keyboard.press(opener.key)
      else
        for (const title of opener.presses)
          await page
            .getByRole('button', { name: title, exact: true })
            .or(page.getByRole('menuitem', { name: title, exact: true }))
            .first()
            .click()
      await page.locator(open).first().waitFor()
      await look(`${address} with ${Object.values(opener).join()}, ${name}`)
      await page.keyboard.press('Escape')
      await page.locator(open).first().waitFor({ state: 'detached' })
    }
  }
  await page.emulateMedia({ colorScheme: null })
  await page.setViewportSize(sizes.wide)
  return { findings, looks }
}
