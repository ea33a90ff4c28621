/** The access token of the endpoint: set from outside, else kept in the vault, else good for this run only. */
import { randomBytes } from 'node:crypto'
import { AppError, messageOf } from '#contract/errors'
import type { Log, Vault } from '#engine/ports'

const vaultName = 'access-token'

export async function findAccessToken(given: string | undefined, vault: Vault, log: Log): Promise<string> {
  const text = given?.trim() ?? ''
  if (text !== '') return checked(text)
  try {
    const kept = await vault.get(vaultName)
    // One that a header could not carry, or that can be guessed, is made again.
    if (kept !== null && flawOf(kept) === null) return kept
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

/** The token runs programs as this user, and every program of this machine can guess at the port. */
const minTokenLength = 16

function checked(token: string): string {
  const flaw = flawOf(token)
  if (flaw === null) return token
  const way = 'Make one with `openssl rand -base64 32`, or leave the variable out: then one is made and kept.'
  throw new AppError('INVALID_INPUT', `The access token in SWITCHBOARD_TOKEN ${flaw}. ${way}`)
}

function flawOf(token: string): string | null {
  if (!/^[\x21-\x7e]+$/.test(token)) return 'has a character that a header cannot carry'
  return token.length < minTokenLength ? `is shorter than ${minTokenLength} characters, and could be guessed` : null
}

export function makeToken(): string {
  return randomBytes(32).toString('base64url')
}
