/** Catches: what a server says to one client told to another, and what only one client can be meant by told to nobody. */
import { describe, expect, it } from 'vitest'
import type { Caller } from '#engine/router/call'
import { whoIsMeant } from '#engine/router/lanes/whoIsMeant'

const identity = (hasSession: boolean) => ({ kind: 'client', name: 'x', version: '1', hasSession }) as const
const callers = {
  a: { key: 'a', capabilities: {}, ask: null, identity: identity(true) },
  b: { key: 'b', capabilities: {}, ask: null, identity: identity(true) },
  /** It has a stream for what is told beside its calls. */
  c: { key: 'c', capabilities: {}, ask: null, identity: identity(true), listens: () => true },
  /** Of the modern era on a channel: it is known by that. */
  line: { key: 'line', capabilities: {}, ask: null, identity: identity(true), takesInputRequired: true },
  /** Of the modern era over HTTP: all that is known is the name it gives itself. */
  name: { key: 'name', capabilities: {}, ask: null, identity: identity(false), takesInputRequired: true },
} satisfies Record<string, Caller>

/** `a!`: a call of a that was taken back and keeps its slot; `a-`: one that wants no log messages. */
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

describe('what a server says on its own', () => {
  it.each<[what: string, sent: string, users: string[], meant: string]>([
    ['the only call', 'a', ['a'], 'call 0'],
    ['the only call, whoever used the process before', 'a', ['a', 'b'], 'call 0'],
    ['one of two calls of one client', 'a a', ['a'], 'call 0'],
    ['the one of them that wants it', 'a- a', ['a'], 'call 1'],
    ['none of them wants it', 'a- a-', ['a'], 'call 0'],
    ['the only call of one who listens', 'c', ['c'], 'call 0'],
    ['one of two calls of one who listens', 'c c', ['c'], 'client c'],
    ['a call of one who listens beside one that was taken back', 'c! c', ['c'], 'client c'],
    ['two clients', 'a b', ['a', 'b'], 'unclear'],
    ['two clients, one of which has two calls', 'a b a', ['a', 'b'], 'unclear'],
    ['a call beside one that was taken back', 'a! a', ['a'], 'call 1'],
    ['only one that was taken back', 'a!', ['a'], 'client a'],
    ['two that were taken back', 'a! a!', ['a'], 'client a'],
    ['a call beside one of another client that was taken back', 'a b!', ['a', 'b'], 'unclear'],
    ['nothing under way, one client', '', ['a'], 'client a'],
    ['nothing under way, two clients', '', ['a', 'b'], 'unclear'],
    ['nothing under way, and no client is left', '', [], 'nobody'],
    ['two calls on one channel of the modern era', 'line line', ['line'], 'call 0'],
    ['one call of a name', 'name', [], 'call 0'],
    ['two calls of one name, which anybody may have', 'name name', [], 'unclear'],
    ['one of a name that was taken back', 'name!', [], 'client name'],
  ])('%s (%s of %j) is for: %s', (_what, sent, users, expected) => {
    const meant = whoIsMeant(sentAs(sent), users, ({ wants }) => wants)
    const said =
      meant.kind === 'call' ? `call ${meant.one.at}` : meant.kind === 'client' ? `client ${meant.key}` : meant.kind
    expect(said).toBe(expected)
  })
})
