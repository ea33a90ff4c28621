import { expect, test } from 'vitest'
import { pastedToken, tokenIn } from '#renderer/client/access.ts'

test.each([
  ['http://127.0.0.1:7411/#token=abc', 'abc'],
  ['#token=a%2Bb', 'a+b'],
  ['#/servers/x', null],
  ['#token=%', null],
])('the address %s holds %s', (address, token) => {
  expect(tokenIn(address)).toBe(token)
})

test.each([
  ['  abc \n', 'abc'],
  ['http://127.0.0.1:7411/#token=abc', 'abc'],
  ['', null],
  ['two words', null],
  ['tökén', null],
])('%j pasted on the sign-in page means %s: a header could not carry the rest', (text, token) => {
  expect(pastedToken(text)).toBe(token)
})
