/** Texts for a sign-in, and what helps if it fails. Pure. */
import type { ClientRegistration, SignInKind, SignInPhase, SignInSnapshot, SignInStep } from '#contract/servers/signIn'
import { signInPage } from '#renderer/model/servers/signInPage.ts'

export const stateTitles = {
  none: 'Not asked for',
  needed: 'Needs sign-in',
  waiting: 'Waiting for you in the browser',
  signedIn: 'Signed in',
  cannotRefresh: 'Cannot refresh',
} as const satisfies Record<SignInKind, string>

export const registrationTitles = {
  given: 'Entered by hand',
  'metadata-document': 'Address of a metadata document',
  dynamic: 'Registered automatically',
} as const satisfies Record<ClientRegistration, string>

export const phaseTitles = {
  challenge: 'The server asked for a sign-in',
  resource: 'What the server says about it',
  issuer: 'What the issuer says about itself',
  client: 'Registration at the issuer',
  authorization: 'In the browser',
  token: 'Tokens',
  refresh: 'Refresh',
} as const satisfies Record<SignInPhase, string>

export const outcomeTitles = {
  ok: 'Done',
  warning: 'Warning',
  failed: 'Failed',
} as const satisfies Record<SignInStep['outcome'], string>

/** The host that a sign-in probably opens: the issuer's. Null while the issuer is not known. */
export function expectedHost({ issuer }: Pick<SignInSnapshot, 'issuer'>): string | null {
  return issuer === null ? null : (signInPage(issuer)?.host ?? null)
}

export interface WaysOut {
  /** The issuer did not register a client, so a person must register one and enter its ID. */
  readonly setClient: boolean
  /** The registered client may be unknown to the issuer, or wrong. */
  readonly forget: boolean
}

const nothing: WaysOut = { setClient: false, forget: false }

/** What may help besides trying again, by the step that failed. */
export function waysOut({
  state,
  steps,
  clientId,
  registration,
}: Pick<SignInSnapshot, 'state' | 'steps' | 'clientId' | 'registration'>): WaysOut {
  const last = steps.at(-1)
  // An issuer that cannot be reached has refused nothing.
  if (state === 'cannotRefresh' || last?.outcome !== 'failed') return nothing
  const isGiven = registration === 'given'
  switch (last.phase) {
    case 'challenge':
    case 'resource':
    case 'issuer':
      return nothing
    case 'client':
      return { setClient: true, forget: clientId !== null && !isGiven }
    case 'authorization':
    case 'token':
    case 'refresh':
      return { setClient: isGiven, forget: clientId !== null && !isGiven }
  }
}
