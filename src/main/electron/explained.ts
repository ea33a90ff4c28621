/** Tells the person why the app closes, or never started. */
import { app, dialog } from 'electron'
import { messageOf } from '#contract/errors'

/** The person was asked and chose to quit, so no error is shown. */
export class Declined extends Error {
  override readonly name = 'Declined'
}

/** Tells the person that the app must close, and that no stored data is lost. */
export async function explainFault(error: Error): Promise<void> {
  await app.whenReady()
  await dialog.showMessageBox({
    type: 'error',
    message: 'Switchboard has to close',
    detail: `${error.message}\n\nThis is an error in Switchboard. Your servers and settings are kept.`,
    buttons: ['Close'],
  })
}

/** Tells the person why no engine could start. */
export async function explainFailure(thrown: unknown, message = 'Switchboard could not start'): Promise<void> {
  if (thrown instanceof Declined) return
  await app.whenReady()
  await dialog.showMessageBox({
    type: 'error',
    message,
    detail: messageOf(thrown),
    buttons: ['Quit'],
  })
}
