/** The access token of the endpoint: set from outside, else kept in the vault, else good for this run only. */
import { randomBytes } from 'node:crypto'
import { messageOf } from '#contract/errors'
import type { Log, Vault } from '#engine/ports'

const vaultName = 'access-token'

export async function findAccessToken(given: string | undefined, vault: Vault, log: Log): Promise<string> {
  if (given !== undefined && given.trim() !== '') return given.trim()
  try {
    const kept = await vault.get(vaultName)
    if (kept !== null) return kept
    const made = makeToken()
    await vault.set(vaultName, made)
    return made
  } catch (error) {
    log.info(
      { reason: messageOf(error) },
      'the access token is good for this run only: there is no vault to keep it in',
    )
    return makeToken()
  }
}

export function makeToken(): string {
  return randomBytes(32).toString('base64url')
}
