/**
 * Runs as a separate process, which sets one item of a shared vault repeatedly, and prints which values are certainly
 * stored.
 */
import { systemClock } from '#engine/clock'
import { createSharedVault } from '#engine/secrets/vaults/sharedVault'
import { openStore } from '#engine/store/openStore'
import { recordingLog } from '#test/support/recordingLog'

const [dataFolder = '', databaseUrl = '', passphrase = '', item = ''] = process.argv.slice(2)
const store = await openStore({ dataFolder, databaseUrl, clock: systemClock, log: recordingLog() })
const vault = createSharedVault({ items: store.vaultItems, passphrase, clock: systemClock })
for (let number = 1; ; number += 1) {
  await vault.set(item, `${number} ${'x'.repeat(50_000)}`)
  console.log(number)
}
