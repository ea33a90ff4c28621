/**
 * Which client a server means when it sends something on its own, such as log messages. It goes to the only client that
 * can be meant; if several can, it goes to none. Pure.
 */
import type { Caller } from '#engine/router/call'

/** A call that the server may be working on. */
export interface SentOne {
  readonly call: { readonly caller: Caller }
  /** It was abandoned, and the server may not know yet. */
  readonly settled: boolean
}

export type Meant<One> =
  | { readonly kind: 'call'; readonly one: One }
  /** Notified beside its calls. */
  | { readonly kind: 'client'; readonly key: string }
  | { readonly kind: 'nobody' }
  /** Several clients can be meant. */
  | { readonly kind: 'unclear' }

const nobody = { kind: 'nobody' } as const
const unclear = { kind: 'unclear' } as const

/**
 * `users`: keys of the clients with an open session that used the process. `wants`: whether this call's client wants
 * it.
 */
export function whoIsMeant<One extends SentOne>(
  sent: readonly One[],
  users: readonly string[],
  wants: (one: One) => boolean,
): Meant<One> {
  const [first] = sent
  if (first === undefined) {
    const [only, ...others] = users
    return only === undefined ? nobody : others.length > 0 ? unclear : { kind: 'client', key: only }
  }
  if (!areOfOneCaller(sent)) return unclear
  const open = sent.filter(({ settled }) => !settled)
  // It is unknown which of several calls it belongs to, so it is sent beside them and names none.
  if (sent.length > 1 && first.call.caller.listens?.() === true) return { kind: 'client', key: first.call.caller.key }
  const one = open.find(wants) ?? open[0]
  return one === undefined ? { kind: 'client', key: first.call.caller.key } : { kind: 'call', one }
}

export function areOfOneCaller(sent: readonly SentOne[]): boolean {
  const [first] = sent
  return first !== undefined && sent.every((one) => one === first || isSameCaller(one.call.caller, first.call.caller))
}

/** A client without a session is known by a name that any client may use. */
function isSameCaller(one: Caller, other: Caller): boolean {
  const hasName = (caller: Caller) => caller.takesInputRequired === true && caller.identity?.hasSession !== true
  return one.key === other.key && one.conversationId === other.conversationId && !hasName(one) && !hasName(other)
}
