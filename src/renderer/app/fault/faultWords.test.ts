import { describe, expect, test } from 'vitest'
import { faultOf, faultReport, wayOut } from '#renderer/app/fault/faultWords.ts'

describe('the text for an error that broke a page', () => {
  test.each([
    'Failed to fetch dynamically imported module: http://127.0.0.1:7411/assets/ToolsPage-1.js',
    'error loading dynamically imported module: http://127.0.0.1:7411/assets/ToolsPage-1.js',
    'Importing a module script failed.',
    'Unable to preload CSS for /assets/ToolsPage-1.css',
  ])('%s: only reloading helps, because trying again in place would always fail', (message) => {
    expect(faultOf(new TypeError(message))).toMatchObject({
      failedToLoad: true,
      title: 'This page could not be loaded',
    })
  })

  test('any other error shows its message and not its stack, which helps no reader', () => {
    const fault = faultOf(new TypeError('x is undefined'))
    expect(fault).toMatchObject({ failedToLoad: false, message: 'x is undefined' })
    expect(faultReport(new TypeError('x is undefined'), '/tools')).toBe('This page crashed: /tools\nx is undefined')
  })

  test('text that a server put into an error neither hides nor fills the page, and an empty error says so', () => {
    expect(faultOf(new Error('a\u202eb')).message).toBe('a⟨202E⟩b')
    expect(faultOf(new Error('x'.repeat(9000))).message).toHaveLength(500)
    expect(faultReport(new Error('x'.repeat(9000)), '/tools').length).toBeLessThan(4100)
    expect(faultOf(new Error('')).message).toBe('The error has no message.')
    expect(faultOf('thrown as text').message).toBe('thrown as text')
  })
})

test.each([
  ['/servers/echo', 'Servers'],
  ['/chat/1', 'Chat'],
  ['/servers', 'Chat'],
  ['/tools', 'Servers'],
  ['/nowhere/at/all', 'Servers'],
])('the way out of %s leads to %s, never to the page that broke', (pathname, title) => {
  expect(wayOut(pathname).title).toBe(title)
})
