import { describe, expect, test } from 'vitest'
import type { StateError } from '#contract/servers/server'
import { nextState, type SettledState, type SignInEvent, type SignInState } from '#engine/signIn/state/signInState'

const error = (message: string): StateError => ({ code: 'SIGN_IN_REQUIRED', message })
const [old, news] = [error('old'), error('news')]

const states = {
  none: { kind: 'none' },
  needed: { kind: 'needed', error: old, forMore: false },
  neededForMore: { kind: 'needed', error: old, forMore: true },
  signedIn: { kind: 'signedIn', error: null },
  cannotRefresh: { kind: 'cannotRefresh', error: old, nextTryAt: 5, attempt: 2 },
} as const satisfies Record<string, SettledState>

const events = {
  required: { type: 'required', error: news, forMore: false },
  requiredForMore: { type: 'required', error: news, forMore: true },
  begun: { type: 'begun' },
  cancelled: { type: 'cancelled' },
  failed: { type: 'failed', error: news },
  obtainedByPerson: { type: 'obtained', bySignIn: true, error: null },
  obtainedByRefresh: { type: 'obtained', bySignIn: false, error: null },
  unreachable: { type: 'unreachable', error: news, nextTryAt: 9 },
  signedOut: { type: 'signedOut' },
} as const satisfies Record<string, SignInEvent>

const needed: SettledState = { kind: 'needed', error: news, forMore: false }
const neededForMore: SettledState = { ...needed, forMore: true }
const signedIn: SettledState = { kind: 'signedIn', error: null }
const failing = (attempt: number): SettledState => ({ kind: 'cannotRefresh', error: news, nextTryAt: 9, attempt })
const same = 'same'

/** Every state and every event. */
const table: Record<keyof typeof states, Record<keyof typeof events, SignInState | typeof same>> = {
  none: {
    required: needed,
    requiredForMore: neededForMore,
    begun: { kind: 'waiting', before: states.none },
    cancelled: same,
    failed: same,
    obtainedByPerson: signedIn,
    obtainedByRefresh: signedIn,
    unreachable: failing(1),
    signedOut: { kind: 'none' },
  },
  needed: {
    required: needed,
    requiredForMore: neededForMore,
    begun: { kind: 'waiting', before: states.needed },
    cancelled: same,
    failed: same,
    obtainedByPerson: signedIn,
    obtainedByRefresh: signedIn,
    unreachable: failing(1),
    signedOut: { kind: 'none' },
  },
  neededForMore: {
    required: needed,
    requiredForMore: neededForMore,
    begun: { kind: 'waiting', before: states.neededForMore },
    cancelled: same,
    failed: same,
    obtainedByPerson: signedIn,
    // A refresh cannot grant more permissions.
    obtainedByRefresh: same,
    unreachable: same,
    signedOut: { kind: 'none' },
  },
  signedIn: {
    required: needed,
    requiredForMore: neededForMore,
    begun: { kind: 'waiting', before: states.signedIn },
    cancelled: same,
    failed: same,
    obtainedByPerson: signedIn,
    obtainedByRefresh: signedIn,
    unreachable: failing(1),
    signedOut: { kind: 'none' },
  },
  cannotRefresh: {
    required: needed,
    requiredForMore: neededForMore,
    begun: { kind: 'waiting', before: states.cannotRefresh },
    cancelled: same,
    failed: same,
    obtainedByPerson: signedIn,
    obtainedByRefresh: signedIn,
    unreachable: failing(3),
    signedOut: { kind: 'none' },
  },
}

const rows = Object.entries(table).flatMap(([state, row]) =>
  Object.entries(row).map(([event, next]) => [state, event, next] as const),
)

test.each(rows)('%s, %s', (state, event, expected) => {
  const before = states[state as keyof typeof states]
  const next = nextState(before, events[event as keyof typeof events])
  if (expected === same) expect(next).toBe(before)
  else expect(next).toEqual(expected)
})

/** While a person is in the browser, other events change the state that will be shown afterwards. */
describe('waiting', () => {
  const ends = { cancelled: true, failed: true, obtainedByPerson: true, signedOut: true }
  const behind = rows.filter(([, event]) => event !== 'begun' && !(event in ends))

  test.each(behind)('on %s, %s changes the state behind the wait', (state, event, expected) => {
    const before = states[state as keyof typeof states]
    const next = nextState({ kind: 'waiting', before }, events[event as keyof typeof events])
    expect(next).toEqual({ kind: 'waiting', before: expected === same ? before : expected })
  })

  test.each(Object.values(states))('on $kind is not begun twice', (before) => {
    const waiting: SignInState = { kind: 'waiting', before }
    expect(nextState(waiting, events.begun)).toBe(waiting)
  })

  test.each([
    ['none', 'failed', states.none],
    ['needed', 'failed', needed],
    ['neededForMore', 'failed', neededForMore],
    // Catches a second sign-in whose failure ends the first one.
    ['signedIn', 'failed', { kind: 'signedIn', error: news }],
    ['cannotRefresh', 'failed', states.cannotRefresh],
    ['signedIn', 'cancelled', states.signedIn],
    ['needed', 'cancelled', states.needed],
    ['none', 'obtainedByPerson', signedIn],
    ['signedIn', 'signedOut', states.none],
  ] as const)('on %s ends with %s', (state, event, expected) => {
    expect(nextState({ kind: 'waiting', before: states[state] }, events[event])).toEqual(expected)
  })
})
