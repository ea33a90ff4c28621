import { expect, test } from 'vitest'
import { acceptsAnswers, isJson } from '#engine/gateway/http/contentTypes'

test.each([
  ['application/json', true],
  ['application/json; charset=utf-8', true],
  ['Application/JSON ;charset=utf-8', true],
  ['text/plain', false],
  ['application/json-patch+json', false],
  ['text/plain; application/json', false],
  ['', false],
  [undefined, false],
])('a body of type %s is JSON: %s', (type, expected) => {
  expect(isJson(type)).toBe(expected)
})

test.each([
  ['application/json, text/event-stream', true],
  ['text/event-stream,application/json', true],
  ['application/json;q=0.9, text/event-stream;q=1', true],
  ['*/*', true],
  ['application/*, text/*', true],
  ['application/json', false],
  ['text/event-stream', false],
  ['text/html', false],
  [undefined, false],
])('with Accept %s, a client accepts JSON and event streams: %s', (accept, expected) => {
  expect(acceptsAnswers(accept)).toBe(expected)
})
