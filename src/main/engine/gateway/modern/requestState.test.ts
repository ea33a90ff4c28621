/**
 * Catches a state that is accepted from a client that was not given it, and a foreign state that is treated as ours.
 */
import { describe, expect, it } from 'vitest'
import { RequestStates, type StateBinding } from '#engine/gateway/modern/requestState'

const makeId = () => crypto.randomUUID()
const binding: StateBinding = { principal: 'client 1', method: 'tools/call', target: 'ask' }
const round = { callId: 'b1', round: 2 }

describe('request states', () => {
  const states = new RequestStates(makeId)
  const state = states.seal(round, binding)

  it('can be read with the binding that they were made with', () => {
    expect(states.open(state, binding)).toEqual(round)
  })

  it.each([
    ['another client', state, { ...binding, principal: 'client 2' }],
    ['another tool', state, { ...binding, target: 'other' }],
    ['another method', state, { ...binding, method: 'prompts/get' }],
    ['a character appended', `${state}x`, binding],
    ['one more part', `${state}.x`, binding],
    ['another round', state.replace('.2.', '.3.'), binding],
    ['no signature', state.slice(0, state.lastIndexOf('.')), binding],
    ['an empty signature', state.slice(0, state.lastIndexOf('.') + 1), binding],
  ])('with %s are wrong', (_what, given, to) => {
    expect(states.open(given, to)).toBe('wrong')
  })

  it('from another run, from a server, or of no known kind are not ours', () => {
    const others = [new RequestStates(makeId).seal(round, binding), 'opaque', '', 5, null, undefined, {}]
    expect(others.map((other) => states.open(other, binding))).toEqual(others.map(() => null))
  })
})
