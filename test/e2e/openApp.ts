/** Switchboard as a user sees it, in the window and in a browser: one interface for both. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { ElectronApplication, Page } from 'playwright-core'
import { afterAll, beforeAll, vi } from 'vitest'
import { connectControl } from '#main/host/control/controlClient'
import { focusLoss, focusWatch } from '#test/e2e/focusWatch'
import { launchBrowser, serveEngine } from '#test/support/browser'
import { commandsWith } from '#test/support/processList'
import { type Display, findDesktopApp, launchDesktop, openDisplay } from '#test/support/electron'
import { makeSystemBrowser } from '#test/support/systemBrowser'
import { makeTemporaryFolder, type TemporaryFolder, temporaryFolder } from '#test/support/temporaryFolder'

export interface SavedFile {
  readonly name: string
  readonly text: string
}

export interface OpenedApp {
  readonly page: Page
  readonly token: string
  /** The address of its endpoint, without a path. */
  readonly origin: string
  /** Resolves with the addresses that the app opened outside itself. */
  left(): Promise<readonly string[]>
  /** Resolves with the file that the user saves by this action. */
  saved(act: () => Promise<void>): Promise<SavedFile>
  /** Returns the output of its process. */
  said(): string
  /** The page's complaints: errors, refusals by the content policy, unexpected dialogs. */
  readonly complaints: readonly string[]
  /** Fails if the page ever lost the focus. */
  close(): Promise<void>
  /** Kills its engine, as a crash would, and ends the page with it. */
  kill(): Promise<void>
  /**
   * Kills its engine, as a crash would, while the page stays open. Resolves with a function that starts another engine
   * at the same address. Null if the page cannot outlive its engine.
   */
  readonly lose: (() => Promise<() => Promise<void>>) | null
}

export interface Opener<App extends OpenedApp = OpenedApp> {
  open(dataFolder: string, more?: NodeJS.ProcessEnv): Promise<App>
  close(): Promise<void>
}

const token = 'token-of-the-end-to-end-tests'
const environment = { SWITCHBOARD_TOKEN: token }
const size = { width: 1280, height: 832 }

const patienceMs = 15_000
/** How long to wait for the app to exit, which is longer than the 10 s that it gives its engine. */
const patienceToEndMs = 45_000

function listen(page: Page): string[] {
  page.setDefaultTimeout(patienceMs)
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(`page: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(`console: ${message.text()}`)
  })
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`)
    // If the desktop app asks about unsaved edits, it does so itself, and there is no dialog to dismiss.
    dialog.dismiss().catch((error: unknown) => complaints.push(`dialog: ${String(error)}`))
  })
  return complaints
}

function mustKeepFocus(complaints: readonly string[]): void {
  const losses = complaints.filter((complaint) => complaint.includes(focusLoss))
  if (losses.length > 0) throw new Error(losses.join('\n'))
}

/** Waits for the endpoint's address, which exists only once the engine has started, after the window has opened. */
async function originOf(dataFolder: string): Promise<string> {
  const look = async () => {
    const connection = await connectControl(dataFolder)
    if (connection === null) throw new Error('the engine has not started')
    try {
      const { endpoint } = await connection.client.app.info()
      return new URL(endpoint?.url ?? 'no endpoint').origin
    } finally {
      connection.close()
    }
  }
  return vi.waitFor(look, { timeout: patienceMs })
}

/** `switches` are passed to Chromium. */
export async function openBrowser(switches: readonly string[] = []): Promise<Opener | null> {
  const browser = await launchBrowser(switches)
  if (browser === null) return null
  return {
    async open(dataFolder, more = {}) {
      const own = { ...environment, ...more }
      let engine = await serveEngine(dataFolder, own)
      const { url } = engine
      const context = await browser.newContext({ viewport: size, reducedMotion: 'reduce' })
      await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url })
      await context.addInitScript(focusWatch)
      const page = await context.newPage()
      const complaints = listen(page)
      const left: string[] = []
      context.on('request', (request) => {
        if (request.isNavigationRequest() && !request.url().startsWith(url)) left.push(request.url())
      })
      // The new tab fails to load; left open, it would cover the page.
      context.on('requestfailed', () => {
        for (const other of context.pages()) if (other !== page) void other.close()
      })
      await page.goto(`${url}/#token=${token}`)
      return {
        page,
        token,
        origin: url,
        left: () => Promise.resolve(left),
        async saved(act) {
          const [download] = await Promise.all([page.waitForEvent('download'), act()])
          return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
        },
        said: () => engine.said(),
        complaints,
        async close() {
          await context.close()
          await engine.close()
          mustKeepFocus(complaints)
        },
        async kill() {
          await engine.kill()
          await context.close()
          mustKeepFocus(complaints)
        },
        async lose() {
          await engine.kill()
          return async () => {
            engine = await serveEngine(dataFolder, own, Number(new URL(url).port))
          }
        },
      }
    },
    close: () => browser.close(),
  }
}

/** Closes the app. If it does not exit, it is killed, and the error lists the processes that it left. */
async function ended(app: ElectronApplication, dataFolder: string, said: () => string): Promise<void> {
  const closing = app.close().then(() => true)
  if (await Promise.race([closing, delay(patienceToEndMs, false, { ref: false })])) return
  const left = commandsWith(`SWITCHBOARD_DATA=${dataFolder}`)
  app.process().kill('SIGKILL')
  await closing
  throw new Error(`The app had not exited after ${patienceToEndMs} ms.\nLeft: ${left.join('\n')}\nIt said: ${said()}`)
}

export interface OpenedDesktop extends OpenedApp {
  readonly app: ElectronApplication
}

export interface DesktopOpener extends Opener<OpenedDesktop> {
  readonly display: Display
}

export async function openDesktop(switches: readonly string[] = []): Promise<DesktopOpener | null> {
  const executable = findDesktopApp()
  if (executable === null) return null
  const display = await openDisplay()
  return {
    display,
    async open(dataFolder, more = {}) {
      const outside = await makeSystemBrowser(more['PATH'])
      const own = { ...environment, ...more, ...outside.environment }
      const app = await launchDesktop({ executable, display, dataFolder, switches, environment: own })
      const page = await app.firstWindow()
      const complaints = listen(page)
      let said = ''
      for (const stream of [app.process().stdout, app.process().stderr])
        stream?.on('data', (data: Buffer) => {
          said += data.toString()
          if (data.includes('A fault in the main process')) complaints.push(data.toString())
        })
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.addInitScript(focusWatch)
      await page.evaluate(focusWatch)
      const close = async () => {
        await ended(app, dataFolder, () => said)
        await outside.remove()
        mustKeepFocus(complaints)
      }
      const origin = await originOf(dataFolder).catch(async (thrown: unknown) => {
        await close()
        throw thrown
      })
      return {
        app,
        page,
        token,
        origin,
        left: () => outside.opened(),
        async saved(act) {
          const place = await temporaryFolder()
          // Saves the file without the system's dialog.
          const name = app.evaluate(
            ({ session }, folder) =>
              new Promise<string>((resolve) => {
                session.defaultSession.once('will-download', (_event, item) => {
                  item.setSavePath(`${folder}/saved`)
                  item.once('done', () => resolve(item.getFilename()))
                })
              }),
            place,
          )
          await act()
          return { name: await name, text: await readFile(join(place, 'saved'), 'utf8') }
        },
        said: () => said,
        complaints,
        close,
        async kill() {
          const closed = app.waitForEvent('close')
          app.process().kill('SIGKILL')
          await closed
          await outside.remove()
          mustKeepFocus(complaints)
        },
        lose: null,
      }
    },
    close: () => display.close(),
  }
}

type HostName = 'the desktop app' | 'a browser'

/** Opens the available hosts for a suite that is the same in each. They are closed after the suite. */
export async function openHosts(
  switches: readonly string[] = [],
): Promise<readonly (readonly [name: HostName, opener: Opener])[]> {
  const opened = [
    ['the desktop app', await openDesktop(switches)],
    ['a browser', await openBrowser(switches)],
  ] as const
  const hosts = opened.flatMap(([name, opener]) => (opener === null ? [] : [[name, opener] as const]))
  afterAll(async () => {
    for (const [, opener] of hosts) await opener.close()
  })
  return hosts
}

/** One app for all tests of the suite that calls this. It is closed after them. */
export function openForSuite(opener: Opener | null): () => OpenedApp {
  let folder: TemporaryFolder | null = null
  let app: OpenedApp | null = null
  beforeAll(async () => {
    folder = await makeTemporaryFolder()
    app = (await opener?.open(folder.path)) ?? null
  })
  afterAll(async () => {
    await app?.close()
    await folder?.remove()
  })
  return () => {
    if (app === null) throw new Error('no app is open')
    return app
  }
}
