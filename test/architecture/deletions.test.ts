/**
 * Every place that deletes or overwrites lasting data, with the reason why doing so loses no user data. The test fails
 * for a new place until its reason is written down. Unknown files are set aside (`engine/store/setAside.ts`).
 */
import { expect, test } from 'vitest'
import { listFiles, readText } from '#test/architecture/repository'

const inside = 'the text of a program that runs in the container of an installation, on a volume of its own'

/** The key of each place is `file: function × number of uses`. */
const reasons: Readonly<Record<string, string>> = {
  'cli/commands/export.ts: writeFile × 1': 'refuses an existing file, unless --force is given',
  'cli/commands/stdio.ts: rm × 1': 'a temporary folder with a random name that the command made for itself',
  'cli/engineAccess.ts: rm × 1': 'a temporary folder with a random name that the command made for itself',
  'cli/keptCode.ts: renameSync × 1': 'the same code, compiled again',
  'cli/keptCode.ts: rmSync × 1': 'a draft of its own',
  'cli/keptCode.ts: writeFileSync × 1': 'a draft of its own',
  'engine/chat/attachments/attachmentFiles.ts: rename × 3':
    'a draft gets its name; a removed file is marked, or unmarked, by its name',
  'engine/chat/attachments/attachmentFiles.ts: rm × 2':
    'files marked when a person removed the conversation; drafts of its own',
  'engine/chat/attachments/attachmentFiles.ts: writeFile × 1': 'a draft, under a name made from a new id',
  'engine/clients/setup/setupRecords.ts: rename × 1': 'the whole list; a list that cannot be read is set aside first',
  'engine/clients/setup/setupRecords.ts: writeFile × 1': 'a draft of its own',
  'engine/clients/setup/textFile.ts: copyFile × 1': 'the copy before a change, never over another copy',
  'engine/clients/setup/textFile.ts: rename × 1':
    'a file that was copied first; refused if it has changed since it was read',
  'engine/clients/setup/textFile.ts: rm × 2': 'a file that `connect` made, copied first; a draft of its own',
  'engine/clients/setup/textFile.ts: writeFile × 1': 'a draft of its own',
  'engine/hosting/packages/installProgram.ts: rename × 1': inside,
  'engine/hosting/packages/installProgram.ts: renameSync × 1': inside,
  'engine/hosting/packages/installProgram.ts: rmSync × 2': inside,
  'engine/hosting/packages/installProgram.ts: writeFileSync × 1': inside,
  'engine/connections/processes/ledger/endRun.ts: rmSync × 1': 'names only processes, all of which have exited',
  'engine/connections/processes/ledger/ledger.ts: renameSync × 1':
    'the same ledger, with the processes that are still running',
  'engine/connections/processes/ledger/ledger.ts: rmSync × 2': 'a draft of its own; the run is over and left nothing',
  'engine/connections/processes/platforms/controlGroups.ts: rmdirSync × 1': 'a group of its own that has no members',
  'engine/connections/processes/platforms/controlGroups.ts: writeFile × 1':
    'tells the kernel which process joins the group; not a file on a disk',
  'engine/records/callJournal.ts: rm × 2': 'an empty file; a file whose contents are all in the store',
  'engine/records/callJournal.ts: truncate × 2':
    'a write that failed, which is reported; a file whose contents are all in the store',
  'engine/records/keptFiles.ts: rename × 1': 'a draft gets its name',
  'engine/records/keptFiles.ts: rm × 2': 'what is too old or too much by the settings of the store it belongs to',
  'engine/records/keptFiles.ts: writeFile × 1': 'a draft of its own',
  'engine/registry/servers/seenJournal.ts: rmSync × 1':
    'its contents are in the store; they came from servers, which can be asked again',
  'engine/chat/models/sourceKeys.ts: vault.remove × 1': 'the key of a source that a person replaced or removed',
  'engine/secrets/projectSecrets.ts: vault.remove × 3':
    'a person removed it; a revoked consent; secrets named by the store, of things a person removed',
  'engine/signIn/heldSignIn.ts: vault.remove × 1': 'a sign-in whose server is gone, or that a person told to forget',
  'engine/secrets/vaults/folderVault.ts: keychain.remove × 1': 'asked for by its owner',
  'engine/secrets/vaults/keychainVault.ts: deletePassword × 2': 'the declaration; asked for by its owner',
  'engine/secrets/vaults/folderVault.ts: rm × 1':
    'a file whose key a person replaced or removed, so that nothing can open it',
  'engine/secrets/vaults/privateFile.ts: rename × 1': 'everything that was read before, with the change',
  'engine/secrets/vaults/privateFile.ts: rm × 1': 'a draft of its own',
  'engine/secrets/vaults/privateFile.ts: writeFile × 1': 'a draft of its own',
  'engine/store/setAside.ts: rename × 1': 'never over an existing file',
  'engine/store/accessStore.ts: deleteFrom × 2': 'a client or token that a person removed',
  'engine/store/calls/callStore.ts: deleteFrom × 2': 'what is too old or too much by the settings of this store',
  'engine/store/servers/changeStore.ts: deleteFrom × 8':
    'a project, server, pair or product that a person removed, kept for Undo; a switch that was turned on again; an own name that was changed; the era of a former launch; the workspace of a server that is no longer in a container',
  'engine/store/chat/chatStore.ts: deleteFrom × 1': 'a conversation that a person removed; kept for Undo',
  'engine/store/decisionStore.ts: deleteFrom × 2':
    'a decision that was removed or replaced; those about removed servers',
  'engine/store/migrations/0015-serverDefinitions.ts: drop table × 2':
    'tables whose rows were all copied before, in a transaction, and the copies once they are in the new tables',
  'engine/store/migrations/0017-firstUsesByLaunch.ts: drop table × 2':
    'a table whose rows were all copied before, in a transaction, and the copy once they are in the new table',
  'engine/store/secretStore.ts: deleteFrom × 1': 'the name of a secret whose value was removed',
  'engine/store/signInStore.ts: deleteFrom × 1': 'the row of a sign-in whose item of the vault was removed',
  'engine/store/vaultItemStore.ts: deleteFrom × 1': 'asked for by its owner, with the key that sealed it',
  'engine/store/database/sqliteDatabase.ts: rename × 1': 'a draft gets a name that was free',
  'engine/store/database/sqliteDatabase.ts: rm × 1': 'a draft of its own: a copy that was never finished',
  'host/control/controlPlace.ts: rmSync × 1': 'a socket where its own belongs, left by an engine that is gone',
  'host/control/controlPlace.ts: rmdirSync × 1': 'an empty private folder of an engine',
  'host/control/controlPlace.ts: unlinkSync × 1': 'the socket of an engine that is gone',
  'host/engineNote.ts: renameSync × 1': 'which process has the folder, as the holder of the lock knows it',
  'host/engineNote.ts: rmSync × 3': 'drafts of its own; the note of an engine that exits',
  'host/engineNote.ts: writeFileSync × 1': 'a draft of its own, never over an existing file',
  'host/ports/logFile.ts: rename × 1': 'the oldest of three full files of the log makes room',
}

const destructive =
  /(?<![\w'])(rm|rmSync|unlink|unlinkSync|rmdir|rmdirSync|rename|renameSync|truncate|truncateSync|ftruncate|copyFile|copyFileSync|cp|cpSync|writeFile|writeFileSync|createWriteStream|deleteFrom|vault\.remove|keychain\.remove|deletePassword)\(|\b(drop table|delete from)\b/gi

function placesIn(file: string): string[] {
  const counts = new Map<string, number>()
  const code = readText(file).replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  for (const [, call, statement] of code.matchAll(destructive)) {
    const what = call ?? statement ?? ''
    counts.set(what, (counts.get(what) ?? 0) + 1)
  }
  return [...counts].map(([what, count]) => `${file.replace('src/main/', '')}: ${what} × ${count}`)
}

test('every place that deletes or overwrites data has a reason why no user data is lost', () => {
  const sources = listFiles('src').filter((file) => /^src\/(main|preload)\/.*(?<!\.test)\.ts$/.test(file))
  expect(sources.flatMap(placesIn).toSorted()).toEqual(Object.keys(reasons).toSorted())
})
