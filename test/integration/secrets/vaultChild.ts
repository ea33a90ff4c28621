/**
 * Runs as a separate process, which does one thing with the vault of its session, and prints the result as JSON. A
 * value of `-` is read from stdin, because a value may be too long for a command line.
 */
import { readFileSync } from 'node:fs'
import { AppError } from '#contract/errors'
import { systemClock } from '#engine/clock'
import { openVault } from '#engine/secrets/openVault'

const [method, name = '', given = ''] = process.argv.slice(2)
const { DATA_FOLDER: dataFolder = '', SWITCHBOARD_VAULT_KEY: key } = process.env
const vault = openVault({ clock: systemClock, dataFolder, key })

async function act(): Promise<unknown> {
  switch (method) {
    case 'get':
      return { value: await vault.get(name) }
    case 'set':
      return { done: await vault.set(name, given === '-' ? readFileSync(0, 'utf8') : given) }
    case undefined:
    default:
      return { done: await vault.remove(name) }
  }
}

function refusal(error: unknown): unknown {
  return error instanceof AppError ? { code: error.code, message: error.message } : { unexpected: String(error) }
}

console.log(JSON.stringify(await act().catch(refusal)))
