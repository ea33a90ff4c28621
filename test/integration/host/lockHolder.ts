/** Takes a data folder's lock and keeps it until the process is ended. Prints the result as one line on stdout. */
import { AppError } from '#contract/errors'
import { lockDataFolder } from '#main/host/dataFolderLock'

const [, , dataFolder = '', startAt = '0'] = process.argv

/** The competing processes all wait in a loop for the same moment, so that they really compete. */
while (Date.now() < Number(startAt)) continue

try {
  const lock = lockDataFolder(dataFolder)
  process.on('SIGTERM', () => {
    lock.release()
    process.exit(0)
  })
  setInterval(() => undefined, 1_000)
  console.log('has it')
} catch (error) {
  console.log(error instanceof AppError ? `${error.code} ${error.message}` : `unexpected ${String(error)}`)
}
