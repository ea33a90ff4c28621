/** The endpoint's access token: given from outside, or stored in the vault, or valid for this run only. */
import { randomBytes } from 'node:crypto'
import { AppError, messageOf } from '#contract/errors'
import type { Log, Vault } from '#engine/ports'

const vaultName = 'access-token'

export async function findAccessToken(given: string | undefined, vault: Vault, log: Log): Promise<string> {
  const text = given?.trim() ?? ''
  if (text !== '') return checked(text)
  try {
    const kept = await vault.get(vaultName)
    // A stored token that is not valid in a header, or could be guessed, is replaced.
    if (kept !== null && flawOf(kept) === null) return kept
    const made = makeToken()
    await vault.set(vaultName, made)
    return made
  } catch (error) {
    log.info(
      { reason: messageOf(error) },
      'the access token is valid for this run only: there is no vault to store it in',
    )
    return makeToken()
  }
}

/** The shortest token. It lets its bearer run programs as this user, and every local program can reach the port. */
const minTokenLength = 16

function checked(token: string): string {
  const flaw = flawOf(token)
  if (flaw === null) return token
  const way =
    'Create one with `openssl rand -base64 32`, or unset the variable: then Switchboard creates and stores one.'
  throw new AppError('INVALID_INPUT', `The access token in SWITCHBOARD_TOKEN ${flaw}. ${way}`)
}

function flawOf(token: string): string | null {
  if (!/^[\x21-\x7e]+$/.test(token)) return 'contains a character that is not allowed in a header'
  return token.length < minTokenLength ? `is shorter than ${minTokenLength} characters, and could be guessed` : null
}

export function makeToken(): string {
  return randomBytes(32).toString('base64url')
}
