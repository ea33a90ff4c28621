/**
 * Catches a message for one client that reaches another, and a message that can only be meant for one client and
 * reaches none.
 */
import { describe, expect, it } from 'vitest'
import type { Caller } from '#engine/router/call'
import { whoIsMeant } from '#engine/router/lanes/whoIsMeant'

const identity = (hasSession: boolean) => ({ kind: 'client', name: 'x', version: '1', hasSession }) as const
const callers = {
  a: { key: 'a', capabilities: {}, ask: null, identity: identity(true) },
  b: { key: 'b', capabilities: {}, ask: null, identity: identity(true) },
  /** It has a stream for notifications beside its calls. */
  c: { key: 'c', capabilities: {}, ask: null, identity: identity(true), listens: () => true },
  /** Modern era, on a channel: the channel identifies it. */
  line: { key: 'line', capabilities: {}, ask: null, identity: identity(true), takesInputRequired: true },
  /** Modern era, over HTTP: only the name it gives itself is known. */
  name: { key: 'name', capabilities: {}, ask: null, identity: identity(false), takesInputRequired: true },
} satisfies Record<string, Caller>

/** `a!`: a cancelled call of a that still has its slot; `a-`: a call that wants no log messages. */
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
    ['the only call, also if others used the process before', 'a', ['a', 'b'], 'call 0'],
    ['one of two calls of one client', 'a a', ['a'], 'call 0'],
    ['the call that wants it', 'a- a', ['a'], 'call 1'],
    ['none of them wants it', 'a- a-', ['a'], 'call 0'],
    ['the only call of one who listens', 'c', ['c'], 'call 0'],
    ['one of two calls of one who listens', 'c c', ['c'], 'client c'],
    ['a call of one who listens beside a cancelled one', 'c! c', ['c'], 'client c'],
    ['two clients', 'a b', ['a', 'b'], 'unclear'],
    ['two clients, one of which has two calls', 'a b a', ['a', 'b'], 'unclear'],
    ['a call beside a cancelled one', 'a! a', ['a'], 'call 1'],
    ['only a cancelled call', 'a!', ['a'], 'client a'],
    ['two cancelled calls', 'a! a!', ['a'], 'client a'],
    ['a call beside a cancelled one of another client', 'a b!', ['a', 'b'], 'unclear'],
    ['nothing under way, one client', '', ['a'], 'client a'],
    ['nothing under way, two clients', '', ['a', 'b'], 'unclear'],
    ['nothing under way, and no client is left', '', [], 'nobody'],
    ['two calls on one channel of the modern era', 'line line', ['line'], 'call 0'],
    ['one call of a name', 'name', [], 'call 0'],
    ['two calls of one name, which any client may use', 'name name', [], 'unclear'],
    ['a cancelled call of a name', 'name!', [], 'client name'],
  ])('%s (%s of %j) is for: %s', (_what, sent, users, expected) => {
    const meant = whoIsMeant(sentAs(sent), users, ({ wants }) => wants)
    const said =
      meant.kind === 'call' ? `call ${meant.one.at}` : meant.kind === 'client' ? `client ${meant.key}` : meant.kind
    expect(said).toBe(expected)
  })
})
