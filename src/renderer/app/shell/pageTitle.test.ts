import { expect, test } from 'vitest'
import { pageTitle } from '#renderer/app/shell/pageTitle.ts'

test.each([
  ['/servers', 0, 'Servers · Switchboard'],
  ['/servers/notion', 0, 'Servers · Switchboard'],
  ['/chat/1', 2, '(2) Chat · Switchboard'],
  ['/nowhere', 0, 'Switchboard'],
  // A page whose address begins like another's is not that page.
  ['/chatter', 1, '(1) Switchboard'],
])('%s with %i questions waiting: %s', (pathname, waiting, title) => {
  expect(pageTitle(pathname, waiting)).toBe(title)
})
