import { expect, test } from 'vitest'
import {
  builtPageUrl,
  isAppFrame,
  isCovered,
  isMadeByPage,
  isOwnPage,
  isWebAddress,
  pageUrlOf,
} from '#main/electron/pageAddress'

test.each([
  ['https://switchboard.internal/index.html#/servers', true],
  ['https://other.internal/index.html', false],
  ['https://switchboard.internal:8443/', false],
  ['https://switchboard.internal.example.org/', false],
  ['file:///etc/passwd', false],
  ['http://switchboard.internal/', false],
  ['about:blank', false],
  ['', false],
])('a hello from %s is accepted: %s', (url, own) => {
  expect(isOwnPage(url, builtPageUrl)).toBe(own)
})

test.each([
  ['https://example.org/', true],
  ['http://127.0.0.1:1/', true],
  ['file:///etc/passwd', false],
  ['javascript:alert(1)', false],
  ['vscode://run', false],
  ['\\\\host\\share', false],
])('%s may be opened in the browser: %s', (url, web) => {
  expect(isWebAddress(url)).toBe(web)
})

test('a packaged app ignores the address of a development server', () => {
  expect(pageUrlOf('http://localhost:5173', true)).toBe(builtPageUrl)
  expect(pageUrlOf('http://localhost:5173', false)).toBe('http://localhost:5173')
  expect(pageUrlOf('', false)).toBe(builtPageUrl)
})

test.each([
  ['https://apps.switchboard-frames.internal/app-frame?load=https%3A%2F%2Fa.example.com', true],
  ['https://apps.switchboard-frames.internal/index.html', false],
  ['https://switchboard.internal/app-frame', false],
  ['https://apps.switchboard-frames.internal.example.org/app-frame', false],
  ['about:srcdoc', false],
  ['data:text/html,x', false],
])('a frame may go to %s: %s', (url, allowed) => {
  expect(isAppFrame(url)).toBe(allowed)
})

test.each([
  ['https://api.example.com/v1?q=1', 'https://api.example.com', true],
  ['https://api.example.com:8443/', 'https://api.example.com', false],
  ['https://a.b.example.com/', 'https://*.example.com', true],
  ['https://example.com/', 'https://*.example.com', false],
  ['https://notexample.com/', 'https://*.example.com', false],
  ['http://api.example.com/', 'https://api.example.com', false],
  ['https://api.example.com.evil.org/', 'https://api.example.com', false],
])('the address %s belongs to the origin %s: %s', (url, origin, covered) => {
  expect(isCovered(url, origin)).toBe(covered)
})

test.each([
  ['blob:https://switchboard.internal/3f0a', true],
  ['blob:null/3f0a', false],
  ['blob:https://apps.switchboard-frames.internal/3f0a', false],
  ['https://switchboard.internal/licences.json', false],
  ['data:text/plain,x', false],
])('%s may be saved as a file: %s', (url, made) => {
  expect(isMadeByPage(url, builtPageUrl)).toBe(made)
})
