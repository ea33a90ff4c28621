import { describe, expect, it } from 'vitest'
import { newServer } from '#contract/servers/server'
import type { OwnTool } from '#contract/tools/tool'
import { storedServer } from '#engine/registry/changes/storedForm'
import { asFileSays, fileChanges, type FileFacts, type FileServer } from '#engine/registry/files/fileChanges'
import type { Change, SwitchedServer, WholeServer } from '#engine/store/servers/change'
import { definitionOf, joined, pairIn } from '#engine/store/servers/serverRow'

const named = (
  name: string,
  more: object = {},
  disabledTools: readonly string[] = [],
  own: Record<string, string> = {},
): FileServer => ({
  server: newServer.parse({ name, launch: { transport: 'stdio', command: 'x', env: { KEY: 'secret' } }, ...more }),
  disabledTools,
  ownTools: called(own),
})

function called(names: Record<string, string>): Map<string, OwnTool> {
  return new Map(Object.entries(names).map(([tool, name]) => [tool, { name, description: null }]))
}

type Given = Partial<Omit<FileFacts, 'stored'>> & { readonly servers?: readonly WholeServer[] }

function changes(says: readonly FileServer[], { servers = [], ...more }: Given = {}): Change[] {
  let ids = 0
  return fileChanges(says, {
    projectId: 'file-1',
    held: [],
    stored: { servers, seen: new Map() },
    takenSlugs: new Set(['taken']),
    now: 7,
    makeId: () => `id-${(ids += 1)}`,
    ...more,
  })
}

/** Returns the servers that are added or in use after these changes. */
function used(servers: readonly FileServer[], more: Given = {}): SwitchedServer[] {
  return changes(servers, more).flatMap((change) =>
    change.kind === 'addServer' || change.kind === 'useServer'
      ? change.pairs.map(({ pair, ...switches }) => ({ row: joined(change.definition, pair, null), ...switches }))
      : [],
  )
}

function whole({ row, ...switches }: SwitchedServer): WholeServer {
  return { definition: definitionOf(row), pairs: [{ pair: pairIn(row), ...switches }] }
}

/** Returns the stored form of this server, once the file contains it. */
function stored(server: FileServer): SwitchedServer {
  const [first] = used([server])
  const { definition, pairs } = storedServer(whole(first ?? noServer()))
  const [{ pair, ...switches } = noServer()] = pairs
  return { row: joined(definition, pair, null), ...switches }
}

function noServer(): never {
  throw new Error('There is a server.')
}

describe('servers from a file', () => {
  it('that are new get different slugs and positions, although they are added together', () => {
    const rows = used([named('Taken'), named('A b'), named('a-b')]).map(({ row }) => row)
    expect(rows.map(({ slug, position }) => [slug, position])).toEqual([
      ['taken-2', 1],
      ['a-b', 2],
      ['a-b-2', 3],
    ])
  })

  it('are matched by name with the stored servers of this file, not with those of other projects', () => {
    const before = stored(named('a'))
    const [again] = used([named('a')], { servers: [whole(before)] })
    expect(again?.row).toEqual({ ...before.row, launch: named('a').server.launch })
    const other = whole({ ...before, row: { ...before.row, projectId: 'other' } })
    const [elsewhere] = changes([named('a')], { servers: [other] })
    expect(elsewhere).toMatchObject({ kind: 'addServer', definition: { slug: 'a-2' } })
  })

  it('are stored again only when the file changes them, and never with environment values', () => {
    const says = (more: object) => named('a', more, ['t'], { u: 'mine' })
    const before = whole(stored(says({})))
    expect(changes([says({})], { servers: [before] })).toMatchObject([{ before: null }])
    expect(changes([says({ labels: ['new'] })], { servers: [before] })).toMatchObject([
      { kind: 'useServer', before, definition: { labels: ['new'] } },
    ])
  })

  it('that are in use change where the file differs, and are removed when their entry is gone', () => {
    const held = used([named('a'), named('b')])
    expect(changes([named('a'), named('b')], { held })).toEqual([])
    expect(changes([named('a', { labels: ['new'] }, ['t'], { u: 'mine' })], { held })).toMatchObject([
      { kind: 'changeServer', slug: 'a', patch: { labels: ['new'], updatedAt: 7 } },
      { kind: 'changePair', slug: 'a', patch: { fileSwitches: { disabledTools: ['t'] } } },
      { kind: 'switchTools', slug: 'a', on: [], off: ['t'] },
      { kind: 'nameTool', slug: 'a', tool: 'u', own: { name: 'mine' } },
      { kind: 'removeServer', slug: 'b' },
    ])
  })
})

describe('a switch of a server from a file', () => {
  /** What the file said, what the person set, what the file says now, and the result. */
  const cases: [boolean, boolean, boolean, boolean][] = [
    [true, true, true, true],
    [true, false, true, false],
    [false, true, false, true],
    [false, false, false, false],
    [true, true, false, false],
    [true, false, false, false],
    [false, false, true, true],
    [false, true, true, true],
  ]
  it.each(cases)(
    'file said %s, person set %s, file says %s: %s, for the server and for a tool',
    (said, set, says, holds) => {
      const server = (on: boolean) => named('a', { enabled: on, description: String(says) }, on ? [] : ['t'])
      const { row: storedRow } = stored(server(said))
      const wasOff = new Set(set ? ['x'] : ['t', 'x'])
      const before = { row: { ...storedRow, enabled: set }, switchedOff: wasOff, own: called({}) }
      const { row, switchedOff } = asFileSays(before, server(says))
      expect([row.enabled, !switchedOff.has('t'), switchedOff.has('x')]).toEqual([holds, holds, true])
      const [started] = used([server(says)], { servers: [whole(before)] })
      expect(started).toMatchObject({ row: { enabled: holds }, switchedOff })
    },
  )

  it("stays as it was if the file's value was never stored", () => {
    const row = { ...stored(named('a')).row, enabled: false, fileSwitches: null }
    const after = asFileSays({ row, switchedOff: new Set(['t']), own: called({}) }, named('a'))
    expect(after).toMatchObject({
      row: { enabled: false, fileSwitches: { enabled: true } },
      switchedOff: new Set(['t']),
    })
  })

  it("for a tool's name stays as the person chose until the file changes or removes it", () => {
    const before = { ...stored(named('a', {}, [], { t: 'one', u: 'two' })), own: called({ t: 'mine', u: 'two' }) }
    expect(asFileSays(before, named('a', {}, [], { t: 'one', u: 'two' })).own).toEqual(before.own)
    expect(asFileSays(before, named('a', {}, [], { t: 'new' })).own).toEqual(called({ t: 'new' }))
  })
})
