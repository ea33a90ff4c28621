/**
 * Reads what a browser brings back from the issuer. Nothing is used or shown before `state` and `iss` are verified.
 * Pure.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import { shortText } from '#contract/text/shortText'

export interface ExpectedCallback {
  readonly state: string
  /** The issuer to compare with; null if it published no metadata. */
  readonly issuer: string | null
  /** Whether the issuer promises to send its name with each callback. */
  readonly namesItself: boolean
}

export type CallbackAnswer =
  /** The callback does not belong to this sign-in, which continues to wait. */
  | { readonly kind: 'foreign' }
  /** The callback comes from an issuer other than the one that was asked. */
  | { readonly kind: 'mismatch' }
  | { readonly kind: 'refused'; readonly code: string; readonly text: string }
  | { readonly kind: 'code'; readonly code: string; readonly iss: string | null }

const maxTextLength = 300

export function readCallback(parameters: URLSearchParams, expected: ExpectedCallback): CallbackAnswer {
  const one = (name: string) => {
    const values = parameters.getAll(name)
    return values.length === 1 ? (values[0] ?? null) : null
  }
  if (!isState(one('state'), expected.state)) return { kind: 'foreign' }
  const iss = one('iss')
  const isMissing = iss === null && (expected.namesItself || parameters.has('iss'))
  if (expected.issuer !== null && (isMissing || (iss !== null && iss !== expected.issuer))) return { kind: 'mismatch' }
  const error = one('error')
  if (error !== null) return { kind: 'refused', code: clean(error), text: refusalText(error, one('error_description')) }
  const code = one('code')
  return code === null || code === '' ? { kind: 'foreign' } : { kind: 'code', code, iss }
}

/** Whether `given` is the secret `state` that was sent to the issuer. Compares in constant time. */
export function isState(given: string | null, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return given !== null && timingSafeEqual(digest(given), digest(expected))
}

function refusalText(error: string, description: string | null): string {
  if (error === 'access_denied') return "it was refused on the issuer's page"
  return description === null ? clean(error) : `${clean(error)} (${clean(description)})`
}

function clean(text: string): string {
  return shortText(text.replace(/[\p{Cc}\p{Cf}]/gu, ' '), maxTextLength)
}
