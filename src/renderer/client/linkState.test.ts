import { expect, test } from 'vitest'
import { type LinkEvent, type LinkState, nextLinkState, retryDelayMs } from '#renderer/client/linkState.ts'

const connecting: LinkState = { kind: 'connecting', attempt: 2, lost: false }
const waiting: LinkState = { kind: 'waiting', attempt: 2, lost: true }
const open: LinkState = { kind: 'open' }
const signedOut: LinkState = { kind: 'signedOut', refused: 'token' }

const moves: readonly [LinkState, LinkEvent, LinkState][] = [
  [connecting, 'opened', open],
  [connecting, 'failed', { kind: 'waiting', attempt: 2, lost: false }],
  [connecting, 'refused', signedOut],
  [connecting, 'ticketRefused', { kind: 'signedOut', refused: 'ticket' }],
  [connecting, 'tokenMissing', { kind: 'signedOut', refused: null }],
  [open, 'closed', { kind: 'waiting', attempt: 0, lost: true }],
  [waiting, 'retry', { kind: 'connecting', attempt: 3, lost: true }],
  [signedOut, 'signedIn', { kind: 'connecting', attempt: 1, lost: false }],
]

test.each(moves)('the event %o in the state %s leads to %o', (state, event, next) => {
  expect(nextLinkState(state, event)).toEqual(next)
})

test('every other event leaves the state unchanged, so a late close does not open a second wire', () => {
  const refusals: readonly LinkEvent[] = ['refused', 'ticketRefused', 'tokenMissing']
  const events: readonly LinkEvent[] = ['opened', 'failed', ...refusals, 'closed', 'retry', 'signedIn']
  const moved = [connecting, waiting, open, signedOut].flatMap((state) =>
    events.filter((event) => nextLinkState(state, event) !== state).map((event) => [state, event]),
  )
  expect(moved).toHaveLength(moves.length)
  expect(moved).toEqual(expect.arrayContaining(moves.map(([state, event]) => [state, event])))
})

test('the wait grows, is never zero and never longer than ten seconds', () => {
  const longest = Array.from({ length: 20 }, (_, attempt) => retryDelayMs(attempt, 1))
  expect(longest.slice(0, 4)).toEqual([313, 625, 1250, 2500])
  expect(Math.max(...longest)).toBe(10_000)
  expect(retryDelayMs(0, 0)).toBeGreaterThan(100)
})
