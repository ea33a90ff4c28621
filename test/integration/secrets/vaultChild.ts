/** Run as a process of its own: does one thing with the vault of its session, and prints what came of it as JSON. */
import { AppError } from '#contract/errors'
import { systemClock } from '#engine/clock'
import { openVault } from '#engine/secrets/openVault'

const [method, name = '', value = ''] = process.argv.slice(2)
const vault = openVault({ clock: systemClock })

async function act(): Promise<unknown> {
  switch (method) {
    case 'get':
      return { value: await vault.get(name) }
    case 'set':
      return { done: await vault.set(name, value) }
    default:
      return { done: await vault.remove(name) }
  }
}

function refusal(error: unknown): unknown {
  return error instanceof AppError ? { code: error.code, message: error.message } : { unexpected: String(error) }
}

console.log(JSON.stringify(await act().catch(refusal)))
