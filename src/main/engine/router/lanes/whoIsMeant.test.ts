/**
 * Catches a message for one client that reaches another one, and a message that can only be meant for one client but
 * reaches none.
 */
import { describe, expect, it } from 'vitest'
import type { Caller } from '#engine/router/call'
import { whoIsMeant } from '#engine/router/lanes/whoIsMeant'

const identity = (hasSession: boolean) => ({ kind: 'client', name: 'x', version: '1', hasSession }) as const
const callers = {
  a: { key: 'a', capabilities: {}, ask: null, identity: identity(true) },
  b: { key: 'b', capabilities: {}, ask: null, identity: identity(true) },
  /** A client with a stream for notifications outside of calls. */
  c: { key: 'c', capabilities: {}, ask: null, identity: identity(true), listens: () => true },
  /** A client of the modern era on a channel of its own, which identifies it. */
  line: { key: 'line', capabilities: {}, ask: null, identity: identity(true), takesInputRequired: true },
  /** A client of the modern era over HTTP. Only the name that it gives itself is known. */
  name: { key: 'name', capabilities: {}, ask: null, identity: identity(false), takesInputRequired: true },
} satisfies Record<string, Caller>

/** `a!`: a cancelled call by caller a that still has its slot. `a-`: a call that wants no log messages. */
const sentAs = (text: string) =>
  text
    .split(' ')
    .filter((word) => word !== '')
    .map((word, at) => ({
      at,
      call: { caller: callers[word.replace(/[!-]$/, '') as keyof typeof callers] },
      settled: word.endsWith('!'),
      wants: !word.endsWith('-'),
    }))

describe('a message that a server sends on its own', () => {
  it.each<[what: string, sent: string, users: string[], meant: string]>([
    ['the only call', 'a', ['a'], 'call 0'],
    ['the only call, even if others used the process before', 'a', ['a', 'b'], 'call 0'],
    ['one of two calls by the same client', 'a a', ['a'], 'call 0'],
    ['the call that wants the message', 'a- a', ['a'], 'call 1'],
    ['no call wants the message', 'a- a-', ['a'], 'call 0'],
    ['the only call by a listening client', 'c', ['c'], 'call 0'],
    ['one of two calls by a listening client', 'c c', ['c'], 'client c'],
    ['a call by a listening client beside one that it cancelled', 'c! c', ['c'], 'client c'],
    ['two clients', 'a b', ['a', 'b'], 'unclear'],
    ['two clients, one of which has two calls', 'a b a', ['a', 'b'], 'unclear'],
    ['a call beside a cancelled call', 'a! a', ['a'], 'call 1'],
    ['only a cancelled call', 'a!', ['a'], 'client a'],
    ['two cancelled calls', 'a! a!', ['a'], 'client a'],
    ['a call beside a call that another client cancelled', 'a b!', ['a', 'b'], 'unclear'],
    ['no call in progress, one client', '', ['a'], 'client a'],
    ['no call in progress, two clients', '', ['a', 'b'], 'unclear'],
    ['no call in progress, and no client left', '', [], 'nobody'],
    ['two calls on one channel of the modern era', 'line line', ['line'], 'call 0'],
    ['one call by a client that is known only by name', 'name', [], 'call 0'],
    ['two calls under one name, which any client may use', 'name name', [], 'unclear'],
    ['a cancelled call by a client that is known only by name', 'name!', [], 'client name'],
  ])('%s (calls: %s, clients: %j) goes to: %s', (_what, sent, users, expected) => {
    const meant = whoIsMeant(sentAs(sent), users, ({ wants }) => wants)
    const said =
      meant.kind === 'call' ? `call ${meant.one.at}` : meant.kind === 'client' ? `client ${meant.key}` : meant.kind
    expect(said).toBe(expected)
  })
})
