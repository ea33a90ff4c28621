import { expect, test } from 'vitest'
import { signInPage } from '#renderer/model/servers/signInPage.ts'

test.each([
  ['https://accounts.example.com/authorize?state=1', 'accounts.example.com'],
  ['https://bücher.example/authorize', 'xn--bcher-kva.example'],
  ['http://127.0.0.1:4000/authorize', '127.0.0.1:4000'],
  ['http://localhost:4000/authorize', 'localhost:4000'],
  ['http://[::1]:4000/authorize', '[::1]:4000'],
])('%s opens, and its host is shown as browsers send it', (address, host) => {
  expect(signInPage(address)).toEqual({ href: new URL(address).href, host })
})

test.each([
  'http://accounts.example.com/authorize',
  'http://127.0.0.1.example.com/authorize',
  'http://localhost.example.com/authorize',
  'javascript:alert(1)',
  'data:text/html,hello',
  'file:///etc/passwd',
  'mailto:ada@example.com',
  'https://accounts.example.com@other.example/authorize',
  'authorize',
  '',
])('%s is never opened, because it is not encrypted or does not lead where it seems to', (address) => {
  expect(signInPage(address)).toBeNull()
})
