/** Starts the host in the main process, and asks the person when something stands in its way. */
import { join } from 'node:path'
import { app, dialog } from 'electron'
import { AppError, messageOf } from '#contract/errors'
import type { HostOptions, RunningHost } from '#main/host/startHost'
import { startHost } from '#main/host/startHost'

export interface DesktopPlaces {
  readonly dataFolder: string
  readonly outFolder: string
}

const usualPort = 7411

/** `--port N` as with the command; anything else is the usual one, which clients have been told. */
export function portOf(given: string): number {
  const port = Number(given)
  return /^\d{1,5}$/.test(given) && port <= 65_535 ? port : usualPort
}

/** Rejects when the person would rather quit. */
export async function startDesktopHost({ dataFolder, outFolder }: DesktopPlaces): Promise<RunningHost> {
  const options: HostOptions = {
    kind: 'desktop',
    version: app.getVersion(),
    dataFolder,
    port: portOf(app.commandLine.getSwitchValue('port')),
    pageFolder: join(outFolder, 'renderer'),
    configFile: null,
    environment: process.env,
    reaperModule: join(outFolder, 'main', 'reaper.js'),
    warnOnStderr: !app.isPackaged,
  }
  for (;;) {
    try {
      return await startHost(options)
    } catch (thrown) {
      if (!(thrown instanceof AppError) || thrown.code !== 'CONFLICT') throw thrown
      const choice = await askAboutPort(thrown.message)
      if (choice === 'quit') throw thrown
      if (choice === 'without') return startHost({ ...options, port: null })
    }
  }
}

async function askAboutPort(message: string): Promise<'again' | 'without' | 'quit'> {
  await app.whenReady()
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    message: 'The address that your clients use is taken',
    detail: `${message}\n\nWithout it Switchboard runs, but no client can connect.`,
    buttons: ['Try again', 'Run without it', 'Quit'],
    defaultId: 0,
    cancelId: 2,
  })
  return (['again', 'without', 'quit'] as const)[response] ?? 'quit'
}

/** Says that the app has to end, and that nothing that was kept is lost. */
export async function explainFault(error: Error): Promise<void> {
  await app.whenReady()
  await dialog.showMessageBox({
    type: 'error',
    message: 'Switchboard has to close',
    detail: `${error.message}\n\nThis is a fault of Switchboard. Your servers and settings are kept.`,
    buttons: ['Close'],
  })
}

/** Says why there is no engine. */
export async function explainFailure(thrown: unknown): Promise<void> {
  await app.whenReady()
  const taken = thrown instanceof AppError && thrown.code === 'ENGINE_RUNNING'
  await dialog.showMessageBox({
    type: 'error',
    message: taken ? 'Switchboard runs already' : 'Switchboard could not start',
    detail: taken
      ? `${messageOf(thrown)}\n\nIt may have been started with "switchboard serve". End it, then open Switchboard again.`
      : messageOf(thrown),
    buttons: ['Quit'],
  })
}
