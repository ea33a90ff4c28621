import { expect, test } from 'vitest'
import type { ProjectServer } from '#contract/projectServers'
import { asInProject, serverNamed } from '#main/cli/serversIn'

const stopped = { kind: 'stopped' } as const
const stopping = { kind: 'stopping', since: 1 } as const
const server = (slug: string) => ({
  slug,
  name: slug,
  enabled: true,
  group: 'of-another',
  state: stopping,
  tools: { total: 3, enabled: 3, quarantined: 1 },
})
const pair = (slug: string): ProjectServer => ({
  slug,
  enabled: false,
  group: null,
  state: stopped,
  tools: { total: 3, enabled: 1 },
})

test('with a project, a server shows its switch, group, state and tools in that project', () => {
  expect(asInProject([pair('b')], [server('a'), server('b')])).toEqual([
    {
      slug: 'b',
      name: 'b',
      enabled: false,
      group: null,
      state: stopped,
      tools: { total: 3, enabled: 1, quarantined: 1 },
    },
  ])
})

test('a server that was removed between the two reads is left out', () => {
  expect(asInProject([pair('gone'), pair('a')], [server('a')]).map(({ slug }) => slug)).toEqual(['a'])
})

test.each([
  ['its slug, even if another server has that name', 'one', 'one'],
  ['its name', 'My Two', 'two'],
  ['a name that two have: nothing, rather than a guess', 'Both', undefined],
  ['neither', 'nobody', undefined],
])('a server is found by %s', (_title, word, slug) => {
  const servers = [
    { slug: 'other', name: 'one' },
    { slug: 'one', name: 'Both' },
    { slug: 'two', name: 'My Two' },
    { slug: 'three', name: 'Both' },
  ]
  expect(serverNamed(servers, word)?.slug).toBe(slug)
})
