import { expect, test } from 'vitest'
import { initialOf, serverPicture } from '#renderer/model/servers/serverPicture.ts'

test('an icon is shown under the rules for pictures in results', () => {
  expect(serverPicture('data:image/png;base64,AAAA')?.source).toBe('data:image/png;base64,AAAA')
  for (const icon of [
    null,
    '',
    'https://far.test/x.png',
    'data:image/svg+xml;base64,AAAA',
    'data:image/png;base64,<b>',
  ])
    expect(serverPicture(icon)).toBeNull()
})

test.each([
  ['echo', 'E'],
  ['@scope/pkg', 'S'],
  ['ähnlich', 'Ä'],
  ['😀', '·'],
])('the initial of %s is %s', (name, initial) => {
  expect(initialOf(name)).toBe(initial)
})
