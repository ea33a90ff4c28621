/** Switchboard as a person has it before them, in the window and in a browser: one shape for one scenario. */
import type { Page } from 'playwright-core'
import { launchBrowser, serveEngine } from '#test/support/browser'
import { findElectron, launchDesktop, openDisplay, packageApp } from '#test/support/electron'

export interface OpenedApp {
  readonly page: Page
  readonly token: string
  /** What the page complained about: errors, refusals of the content policy, dialogs that nobody meant to open. */
  readonly complaints: readonly string[]
  close(): Promise<void>
}

export interface Opener {
  open(dataFolder: string, more?: NodeJS.ProcessEnv): Promise<OpenedApp>
  close(): Promise<void>
}

const token = 'token-of-the-end-to-end-tests'
const environment = { SWITCHBOARD_TOKEN: token }
const size = { width: 1280, height: 832 }

const patienceMs = 15_000

function listen(page: Page): string[] {
  page.setDefaultTimeout(patienceMs)
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(`page: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(`console: ${message.text()}`)
  })
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  return complaints
}

export async function openBrowser(): Promise<Opener | null> {
  const browser = await launchBrowser()
  if (browser === null) return null
  return {
    async open(dataFolder, more = {}) {
      const engine = await serveEngine(dataFolder, { ...environment, ...more })
      const context = await browser.newContext({ viewport: size, reducedMotion: 'reduce' })
      await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: engine.url })
      const page = await context.newPage()
      const complaints = listen(page)
      await page.goto(`${engine.url}/#token=${token}`)
      return {
        page,
        token,
        complaints,
        async close() {
          await context.close()
          await engine.close()
        },
      }
    },
    close: () => browser.close(),
  }
}

export async function openDesktop(): Promise<Opener | null> {
  const electron = await findElectron()
  if (electron === null) return null
  const executable = await packageApp(electron)
  const display = await openDisplay()
  return {
    async open(dataFolder, more = {}) {
      const app = await launchDesktop({ executable, display, dataFolder, environment: { ...environment, ...more } })
      const page = await app.firstWindow()
      const complaints = listen(page)
      app.process().stderr?.on('data', (data: Buffer) => {
        const said = data.toString()
        if (said.includes('A fault in the main process')) complaints.push(said)
      })
      await page.emulateMedia({ reducedMotion: 'reduce' })
      return { page, token, complaints, close: () => app.close() }
    },
    close: () => display.close(),
  }
}
