/** Where a call is: in one stage at a time. The stage knows how to give the call up there. */
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
  /** Called once, when anything but the server's answer settles the call. */
  giveUp(error: AppError): void
}

const nothing = (): void => undefined

/** The router looks for a member; no server has any part of the call. */
export const finding: Stage = { kind: 'finding', giveUp: nothing }

/** The timeout is paused. When the call ends, the question is moot: see `OneCall.ended`. */
export const waitingForPerson: Stage = { kind: 'waitingForPerson', giveUp: nothing }

/** Its caller visits pages before it is made again; no server has any part of it. */
export const visitingPages: Stage = { kind: 'visitingPages', giveUp: nothing }

/** It waits for a sign-in before it is made again; no server has any part of it. */
export const signingIn: Stage = { kind: 'signingIn', giveUp: nothing }

/** A wait that `stop` cancels. */
export function waitingFor(kind: 'waitingForListing' | 'waitingForServer', stop: () => void): Stage {
  return { kind, giveUp: stop }
}
