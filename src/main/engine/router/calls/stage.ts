/** A call's stage. A call is in exactly one stage at a time, and the stage knows how to give the call up. */
import type { AppError } from '#contract/errors'

export interface Stage {
  readonly kind:
    | 'finding'
    | 'waitingForPerson'
    | 'waitingForListing'
    | 'waitingForServer'
    | 'waitingForSlot'
    | 'sent'
    | 'answeringServer'
    | 'visitingPages'
    | 'signingIn'
  /** Called once, when something other than the server's answer settles the call. */
  giveUp(error: AppError): void
}

const nothing = (): void => undefined

/** The router is looking for a member. No server has the call. */
export const finding: Stage = { kind: 'finding', giveUp: nothing }

/** The timeout is paused. When the call ends, the question becomes obsolete: see `OneCall.ended`. */
export const waitingForPerson: Stage = { kind: 'waitingForPerson', giveUp: nothing }

/** The caller is visiting pages before the call is made again. No server has the call. */
export const visitingPages: Stage = { kind: 'visitingPages', giveUp: nothing }

/** The call is waiting for a sign-in before it is made again. No server has the call. */
export const signingIn: Stage = { kind: 'signingIn', giveUp: nothing }

/** A wait that `stop` cancels. */
export function waitingFor(kind: 'waitingForListing' | 'waitingForServer', stop: () => void): Stage {
  return { kind, giveUp: stop }
}
