/**
 * Measures how soon the page is usable in a real Chromium with an empty cache: from the line `ready` to the first
 * control.
 */
import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'
import { startSwitchboard } from '#bench/gateways/switchboard'
import type { Workspace } from '#bench/machine/workspace'

export interface PageFigures {
  /** The time from the command's line `ready` until a control takes a click. */
  readonly afterReadyMs: number
  /** The time from the start of the navigation until a control takes a click. */
  readonly afterNavigationMs: number
}

const browserPath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'
export const browserArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const control = 'button:enabled, a[href], input:enabled, [role=tab], [role=switch]'

export function findBrowser(): string {
  if (!existsSync(browserPath)) throw new Error(`There is no browser at ${browserPath}.`)
  return browserPath
}

export async function measurePage(workspace: Workspace): Promise<PageFigures> {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: browserArgs })
  try {
    const page = await browser.newPage()
    const started = await startSwitchboard(workspace)
    try {
      const readyAt = performance.now()
      await page.goto(`${started.url}/#token=${started.token}`, { waitUntil: 'commit' })
      // A trial click checks that the control is visible, at rest, enabled and not covered, but does not click.
      await page.locator(control).first().click({ trial: true, timeout: 15_000 })
      const afterReadyMs = performance.now() - readyAt
      return { afterReadyMs, afterNavigationMs: await page.evaluate('performance.now()') }
    } finally {
      await started.process.end()
    }
  } finally {
    await browser.close()
  }
}
