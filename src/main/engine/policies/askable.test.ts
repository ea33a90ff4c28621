/**
 * Catches a server's question that is refused although the client could answer it, and a client that is asked for
 * something that it never declared.
 */
import { describe, expect, it } from 'vitest'
import { canBeAsked, refusalFor } from '#engine/policies/askable'

const form = { message: 'Which?', requestedSchema: { type: 'object' } }
const url = { mode: 'url', message: 'Sign in', url: 'https://example.org' }

describe('the questions a client can be asked', () => {
  it.each([
    ['sampling/createMessage', {}, { sampling: {} }],
    ['sampling/createMessage', { tools: [] }, { sampling: { tools: {} } }],
    ['roots/list', undefined, { roots: {} }],
    ['elicitation/create', form, { elicitation: {} }],
    ['elicitation/create', { ...form, mode: 'form' }, { elicitation: { form: {} } }],
    ['elicitation/create', url, { elicitation: { url: {} } }],
    ['elicitation/create', url, { elicitation: { form: {}, url: {} } }],
  ])('%s with %j may be asked of a client with %j', (method, params, capabilities) => {
    expect(refusalFor(method, params, capabilities)).toBeNull()
  })

  it.each([
    ['sampling/createMessage', {}, { elicitation: {} }, -32601],
    ['sampling/createMessage', { tools: [] }, { sampling: {} }, -32602],
    ['roots/list', undefined, {}, -32601],
    ['roots/list', undefined, { roots: true }, -32601],
    ['elicitation/create', form, {}, -32601],
    ['elicitation/create', form, { elicitation: { url: {} } }, -32602],
    ['elicitation/create', url, { elicitation: {} }, -32602],
    ['elicitation/create', { mode: 'other' }, { elicitation: { form: {}, url: {} } }, -32602],
    ['toString', {}, { sampling: {} }, -32601],
    ['tasks/get', {}, { sampling: {} }, -32601],
  ])('%s with %j is refused for a client with %j', (method, params, capabilities, code) => {
    expect(refusalFor(method, params, capabilities)).toMatchObject({ code })
  })

  it('are none if the client declares none', () => {
    expect([{}, { experimental: { sampling: {} } }, { roots: null }, { roots: {} }].map(canBeAsked)).toEqual([
      false,
      false,
      false,
      true,
    ])
  })
})
