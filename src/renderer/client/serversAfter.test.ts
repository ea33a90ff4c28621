import { expect, test } from 'vitest'
import type { ServerSnapshot } from '#contract/servers/server'
import { serversAfter } from '#renderer/client/serversAfter.ts'

const server = (slug: string, position: number, name = slug) => ({ slug, position, name }) as ServerSnapshot

test('a batch is applied in order: a server that is removed and comes back is listed once, in its position', () => {
  const after = serversAfter(
    [server('a', 0), server('b', 1), server('c', 2)],
    [
      { type: 'server.removed', slug: 'b' },
      { type: 'server.changed', server: server('c', 2, 'renamed') },
      { type: 'tools.changed', slug: 'c' },
      { type: 'server.changed', server: server('b', 1) },
    ],
  )
  expect(after.map(({ slug, name }) => [slug, name])).toEqual([
    ['a', 'a'],
    ['b', 'b'],
    ['c', 'renamed'],
  ])
})
