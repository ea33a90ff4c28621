/**
 * Decides which client a server means by a message that answers no request, such as a log message. If only one client
 * is possible, the message goes there. If several are possible, it goes to none of them. Pure.
 */
import type { Caller } from '#engine/router/call'

/** A call that the server may be working on. */
export interface SentOne {
  readonly call: { readonly caller: Caller }
  /** Whether the call was abandoned. The server may not know that yet. */
  readonly settled: boolean
}

export type Meant<One> =
  | { readonly kind: 'call'; readonly one: One }
  /** The client is notified outside of a call. */
  | { readonly kind: 'client'; readonly key: string }
  | { readonly kind: 'nobody' }
  /** Several clients are possible. */
  | { readonly kind: 'unclear' }

const nobody = { kind: 'nobody' } as const
const unclear = { kind: 'unclear' } as const

/**
 * `users`: keys of the clients with an open session that have used the process. `wants`: whether this call's client
 * wants the message.
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
  // The message cannot be assigned to one of several calls, so the client gets it outside of them.
  if (sent.length > 1 && first.call.caller.listens?.() === true) return { kind: 'client', key: first.call.caller.key }
  const one = open.find(wants) ?? open[0]
  return one === undefined ? { kind: 'client', key: first.call.caller.key } : { kind: 'call', one }
}

export function areOfOneCaller(sent: readonly SentOne[]): boolean {
  const [first] = sent
  return first !== undefined && sent.every((one) => one === first || isSameCaller(one.call.caller, first.call.caller))
}

/**
 * Without a session, a caller is known only by a name, which any client may use. Such callers never count as the
 * same.
 */
function isSameCaller(one: Caller, other: Caller): boolean {
  const hasName = (caller: Caller) => caller.takesInputRequired === true && caller.identity?.hasSession !== true
  return one.key === other.key && one.conversationId === other.conversationId && !hasName(one) && !hasName(other)
}
