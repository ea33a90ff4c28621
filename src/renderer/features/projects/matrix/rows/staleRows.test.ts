import { expect, test } from 'vitest'
import type { ServerSnapshot } from '#contract/servers/server'
import { sampleRow } from '#renderer/features/projects/matrix/rows/samples.ts'
import { staleRows } from '#renderer/features/projects/matrix/rows/staleRows.ts'

const rows = [sampleRow('git', ['log', 'commit'], [{}, { projectId: 'b', enabled: false }])]
const changed = (part: object) => {
  const tools = { total: 2, enabled: 2, quarantined: 0 }
  const server = { slug: 'git', name: 'GIT', projects: ['a', 'b'], enabledIn: ['a'], tools, ...part }
  return { type: 'server.changed', server: server as ServerSnapshot } as const
}

test.each([
  ['a connection that starts or ends', { state: { kind: 'stopping', since: 0 } }, false],
  ['another name', { name: 'Git' }, true],
  ['a switch', { enabledIn: ['a', 'b'] }, true],
  ['another project', { projects: ['a', 'b', 'c'] }, true],
  ['one project replaced by another', { projects: ['a', 'c'] }, true],
  ['more tools', { tools: { total: 3, enabled: 3, quarantined: 0 } }, true],
  ['a new server', { slug: 'files' }, true],
])(
  '%s: a row is read again only if it shows the change (otherwise a start would read thousands of tools four times)',
  (_, part, isStale) => {
    expect(staleRows(rows, [changed(part)]).size === 1).toBe(isStale)
  },
)

test('events of toggles and removals only name the server', () => {
  const events = [{ type: 'tools.changed', slug: 'git' } as const, { type: 'server.removed', slug: 'gone' } as const]
  expect([...staleRows(rows, events)]).toEqual(['git', 'gone'])
})
