/** Writes screenshots of every page, light and dark, into docs/images: `npm run screenshots [-- NAME …]`. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type Browser, chromium, type Page } from 'playwright-core'
import { startSwitchboard } from '#bench/gateways/switchboard'
import { Workspace } from '#bench/machine/workspace'
import { browserArgs, findBrowser } from '#bench/page/measurePage'
import { type Picture, pictures } from '#scripts/screenshots/pictures'
import { openScene, type Scene } from '#scripts/screenshots/scene'

const folder = join(import.meta.dirname, '..', '..', 'docs', 'images')
const wide = { width: 1280, height: 800 }
const narrow = { width: 400, height: 800 }
/** Time for fonts and code colours to load, and for animations to end. */
const restMs = 600

type Theme = 'light' | 'dark'

async function openPage(browser: Browser, theme: Theme, isNarrow: boolean, address: string): Promise<Page> {
  const page = await browser.newPage({
    viewport: isNarrow ? narrow : wide,
    colorScheme: theme,
    reducedMotion: 'reduce',
    deviceScaleFactor: 1.5,
  })
  await page.goto(address)
  return page
}

async function take(page: Page, name: string, theme: Theme): Promise<void> {
  await setTimeout(restMs)
  await page.screenshot({ path: join(folder, `${name}-${theme}.png`), animations: 'disabled', caret: 'hide' })
  await page.close()
}

/** Closes open notices, which would cover a part of every picture. */
async function closeNotices(page: Page): Promise<void> {
  const close = page.getByRole('button', { name: 'Dismiss', exact: true })
  for (let open = await close.count(); open > 0; open -= 1) await close.first().click()
}

async function takeOfScene(browser: Browser, scene: Scene, picture: Picture, theme: Theme): Promise<void> {
  const { url, token } = scene.engine
  const page = await openPage(browser, theme, picture.isNarrow === true, `${url}/#token=${token}`)
  await page.evaluate(`window.location.hash = '${picture.address(scene)}'`)
  await page.locator(picture.shows).first().waitFor()
  await closeNotices(page)
  await picture.act?.(page)
  await take(page, picture.name, theme)
}

async function takeEmpty(browser: Browser, workspace: Workspace): Promise<void> {
  const { process, url, token } = await startSwitchboard(workspace, { servers: null })
  for (const theme of ['light', 'dark'] as const) {
    const page = await openPage(browser, theme, false, `${url}/#token=${token}`)
    await page.locator('main h1, main h2').first().waitFor()
    await take(page, 'first-start', theme)
  }
  await process.end()
}

const wanted = process.argv.slice(2)
const isWanted = (name: string): boolean => wanted.length === 0 || wanted.includes(name)
const workspace = await Workspace.open()
const browser = await chromium.launch({ executablePath: findBrowser(), args: browserArgs })
try {
  await mkdir(folder, { recursive: true })
  if (isWanted('first-start')) await takeEmpty(browser, workspace)
  const scene = await openScene(workspace)
  try {
    for (const picture of pictures.filter(({ name }) => isWanted(name)))
      for (const theme of ['light', 'dark'] as const) await takeOfScene(browser, scene, picture, theme)
  } finally {
    await scene.close()
  }
} finally {
  await browser.close()
  await workspace.close()
}
