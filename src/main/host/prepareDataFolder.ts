/**
 * Creates a data folder, or says why an existing one cannot be used. The folder's mode is the owner's choice: others
 * may see its file names, because every file in it is private, but they must not be able to add files (ADR 38).
 */
import { lstatSync, mkdirSync, realpathSync } from 'node:fs'
import { AppError, messageOf } from '#contract/errors'
import { shellWord } from '#contract/servers/launchWords'
import { type OwnershipFlaw, ownershipFlaw, thisUser } from '#main/host/ownership'

export function prepareDataFolder(dataFolder: string): void {
  let found
  try {
    mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
    found = lstatSync(realpathSync(dataFolder))
  } catch (thrown) {
    const message = `${dataFolder} cannot be used as the data folder: ${messageOf(thrown)}. Choose another with --data.`
    throw new AppError('FORBIDDEN', message, { cause: thrown })
  }
  const flaw = ownershipFlaw(found, 'folder', thisUser())
  if (flaw !== null) throw new AppError('FORBIDDEN', advice(flaw, dataFolder, found.uid), { data: { flaw } })
}

function advice(flaw: OwnershipFlaw, folder: string, owner: number): string {
  switch (flaw) {
    case 'kind':
      return `${folder} is not a folder. Choose another with --data.`
    case 'owner':
      return `The data folder ${folder} belongs to another user (${owner}), who could change what Switchboard runs. Start Switchboard as that user, or choose another folder with --data.`
    case 'mode':
      return `Other users can write to the data folder ${folder}, and so could change what Switchboard runs. Remove that permission and start again: chmod go-w ${shellWord(folder)}`
  }
}
