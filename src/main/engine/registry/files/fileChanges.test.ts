import { describe, expect, it } from 'vitest'
import { newServer } from '#contract/servers/server'
import { storedRow } from '#engine/registry/changes/storedForm'
import {
  asFileSays,
  fileChanges,
  type FileFacts,
  type FileServer,
  type StoredServers,
} from '#engine/registry/files/fileChanges'
import type { Change, SwitchedServer } from '#engine/store/servers/change'
import type { ServerRow } from '#engine/store/servers/serverRow'

const named = (name: string, more: object = {}, disabledTools: readonly string[] = []): FileServer => ({
  server: newServer.parse({ name, launch: { transport: 'stdio', command: 'x', env: { KEY: 'secret' } }, ...more }),
  disabledTools,
})

type Given = Partial<Omit<FileFacts, 'stored'>> & Partial<StoredServers>

function changes(servers: readonly FileServer[], { rows = [], toggles = new Map(), ...more }: Given = {}): Change[] {
  let ids = 0
  return fileChanges(servers, {
    projectId: 'file-1',
    held: [],
    stored: { rows, toggles, listings: new Map() },
    takenSlugs: new Set(['taken']),
    now: 7,
    makeId: () => `id-${(ids += 1)}`,
    ...more,
  })
}

/** Those that come into use. */
function used(servers: readonly FileServer[], more: Given = {}): SwitchedServer[] {
  return changes(servers, more).flatMap((change) => ('row' in change ? [change] : []))
}

/** As it is stored once the file has said this. */
function stored(server: FileServer): ServerRow {
  const [first] = used([server])
  if (first === undefined) throw new Error('There is a row.')
  return storedRow(first.row)
}

describe('the servers of a file', () => {
  it('that are new have slugs and positions of their own, though they are made together', () => {
    const rows = used([named('Taken'), named('A b'), named('a-b')]).map(({ row }) => row)
    expect(rows.map(({ slug, position }) => [slug, position])).toEqual([
      ['taken-2', 1],
      ['a-b', 2],
      ['a-b-2', 3],
    ])
  })

  it('are the stored ones of this file by name, and of no other project', () => {
    const row = stored(named('a'))
    const [again] = used([named('a')], { rows: [row] })
    expect(again?.row).toEqual({ ...row, launch: named('a').server.launch })
    const [elsewhere] = changes([named('a')], { rows: [{ ...row, projectId: 'other' }] })
    expect(elsewhere).toMatchObject({ kind: 'addServer', row: { slug: 'a-2' } })
  })

  it('are written again only when the file says something else: a value of the environment is never stored', () => {
    const row = stored(named('a', {}, ['t']))
    const toggles = new Map([[row.id, new Set(['t'])]])
    expect(changes([named('a', {}, ['t'])], { rows: [row], toggles })).toMatchObject([{ before: null }])
    expect(changes([named('a', { labels: ['new'] }, ['t'])], { rows: [row], toggles })).toMatchObject([
      { kind: 'useServer', before: { row }, row: { labels: ['new'] } },
    ])
  })

  it('that are in use are changed in what differs, and go when the file names them no more', () => {
    const held = used([named('a'), named('b')])
    expect(changes([named('a'), named('b')], { held })).toEqual([])
    expect(changes([named('a', { labels: ['new'] }, ['t'])], { held })).toMatchObject([
      { kind: 'changeServer', slug: 'a', patch: { labels: ['new'], updatedAt: 7 } },
      { kind: 'switchTools', slug: 'a', on: [], off: ['t'] },
      { kind: 'removeServer', slug: 'b' },
    ])
  })
})

describe('a switch of a server that a file names', () => {
  /** What the file said, what the person made of it, what the file says now, and what holds then. */
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
  it.each(cases)('said %s, set to %s, says %s: %s, for the server and for a tool', (said, set, says, holds) => {
    const server = (on: boolean) => named('a', { enabled: on, description: String(says) }, on ? [] : ['t'])
    const before = { row: { ...stored(server(said)), enabled: set }, switchedOff: new Set(set ? ['x'] : ['t', 'x']) }
    const { row, switchedOff } = asFileSays(before, server(says))
    expect([row.enabled, !switchedOff.has('t'), switchedOff.has('x')]).toEqual([holds, holds, true])
    const toggles = new Map([[before.row.id, before.switchedOff]])
    const [started] = used([server(says)], { rows: [before.row], toggles })
    expect(started).toMatchObject({ row: { enabled: holds }, switchedOff })
  })

  it('stays where it was set before it was kept what the file says', () => {
    const row = { ...stored(named('a')), enabled: false, fileSwitches: null }
    const after = asFileSays({ row, switchedOff: new Set(['t']) }, named('a'))
    expect(after).toMatchObject({
      row: { enabled: false, fileSwitches: { enabled: true } },
      switchedOff: new Set(['t']),
    })
  })
})
