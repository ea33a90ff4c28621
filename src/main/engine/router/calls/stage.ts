/** Where a call is on its way: in one stage at a time, and the stage knows what it takes to give the call up there. */
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
  /** Called once, when the call is settled by anything but the server's answer. */
  giveUp(error: AppError): void
}

const nothing = (): void => undefined

/** It is looked for who takes it; no server has anything of it. */
export const finding: Stage = { kind: 'finding', giveUp: nothing }

/** No time passes for it. What the person is asked is moot when the call has ended: see `OneCall.ended`. */
export const waitingForPerson: Stage = { kind: 'waitingForPerson', giveUp: nothing }

/** Its caller visits pages before it is made again; no server has anything of it. */
export const visitingPages: Stage = { kind: 'visitingPages', giveUp: nothing }

/** Waits for what `stop` makes moot. */
export function waitingFor(kind: 'waitingForListing' | 'waitingForServer', stop: () => void): Stage {
  return { kind, giveUp: stop }
}
