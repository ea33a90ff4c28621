import type { Page } from 'playwright-core'

/** Resolves with every address that the page itself links to, so that a new page is covered without a change here. */
export async function addresses(page: Page): Promise<string[]> {
  const found = new Set<string>()
  const collect = async () => {
    const links = await page.evaluate<string[]>(
      `[...document.querySelectorAll('nav a[href*="#/"], main a[data-row-link]')].map((link) => link.hash.slice(1))`,
    )
    for (const link of links) found.add(link)
  }
  for (const start of ['/servers', '/settings']) {
    await page.evaluate(`window.location.hash = '${start}'`)
    await page.locator(`main a[href*="#${start}"]`).first().waitFor({ state: 'attached' })
    await collect()
  }
  return [...found]
}
