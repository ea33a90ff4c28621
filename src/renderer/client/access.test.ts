import { expect, test } from 'vitest'
import { createAccess, pastedSignIn, type SignIn, signInOf } from '#renderer/client/access.ts'

const token = (value: string): SignIn => ({ kind: 'token', token: value })
const ticket = (value: string): SignIn => ({ kind: 'ticket', ticket: value })

test.each([
  ['http://127.0.0.1:7411/#token=abc', token('abc')],
  ['http://127.0.0.1:7411/#ticket=abc', ticket('abc')],
  ['#token=a%2Bb', token('a+b')],
  ['#/servers/x', null],
  ['#token=%', null],
])('the address %s signs in with %j', (address, signIn) => {
  expect(signInOf(address)).toEqual(signIn)
})

test.each([
  ['  abc \n', token('abc')],
  ['http://127.0.0.1:7411/#token=abc', token('abc')],
  [' http://127.0.0.1:7411/#ticket=abc', ticket('abc')],
  ['', null],
  ['two words', null],
  ['tökén', null],
])('the text %j, pasted on the sign-in page, gives %j', (text, signIn) => {
  expect(pastedSignIn(text)).toEqual(signIn)
})

test('a ticket is never stored, and a token replaces it', () => {
  const stored = new Map<string, string>()
  const access = createAccess({
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => stored.set(key, value),
    removeItem: (key) => stored.delete(key),
  })
  access.use(ticket('once'))
  expect([access.ticket(), access.token(), stored.size]).toEqual(['once', null, 0])
  access.use(token('kept'))
  expect([access.ticket(), access.token()]).toEqual([null, 'kept'])
})
