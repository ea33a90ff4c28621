import { describe, expect, it } from 'vitest'
import { type Launch, newServer } from '#contract/servers/server'
import type { Project } from '#contract/project'
import { newServerRow } from '#engine/registry/changes/newServerRow'
import { storedChanges } from '#engine/registry/changes/storedChanges'
import type { ServerRow } from '#engine/store/servers/serverRow'

const project: Project = {
  id: 'p',
  name: 'p',
  naming: 'override',
  prefix: '{server}_{tool}',
  start: 'lazy',
  instructions: '',
  file: null,
  formerNames: [],
}
const made = newServer.parse({ name: 'echo', launch: { transport: 'stdio', command: 'x', env: { A: '1', B: '2' } } })
const echo = newServerRow(made, { id: 'e', projectId: 'p', now: 1, takenSlugs: new Set(), others: [] })

const none: ReadonlySet<string> = new Set()
const removed = { kind: 'removeServer', id: 'e', slug: 'echo' }
const added = (row: ServerRow) => ({ kind: 'addServer', row, switchedOff: none })

/** Here there is `echo`; there, what is said. */
function changes(rows: readonly ServerRow[], more: { toggles?: Map<string, Set<string>>; projects?: Project[] } = {}) {
  const known = {
    projects: [project],
    servers: [{ row: echo, switchedOff: none }],
    takenSlugs: new Set(['echo', 'file']),
  }
  const { projects = [project], toggles = new Map<string, Set<string>>() } = more
  return storedChanges(known, { projects, rows, toggles })
}

describe('what another engine has stored', () => {
  it('is nothing new where it is the same, in whichever order the database has it', () => {
    const launch: Launch = { env: { B: '2', A: '1' }, args: [], command: 'x', transport: 'stdio' }
    expect(changes([{ ...echo, launch }])).toEqual([])
  })

  it('leaves what each engine sees of a server for itself', () => {
    expect(changes([{ ...echo, era: { era: 'modern', checkedAt: 5 }, asksCallers: true }])).toEqual([])
    const changed = { ...echo, timeoutMs: 5, asksCallers: true }
    expect(changes([changed])).toEqual([
      { kind: 'changeServer', id: 'e', slug: 'echo', patch: { timeoutMs: 5, updatedAt: 1 } },
    ])
  })

  it('can be servers that came, went, or took the place of others', () => {
    const other = { ...echo, id: 'o' }
    expect(changes([])).toEqual([removed])
    expect(changes([other])).toEqual([removed, added(other)])
    const slug = { ...echo, slug: 'else' }
    expect(changes([slug])).toEqual([removed, added(slug)])
  })

  it('does not push out a server that a file says', () => {
    expect(changes([echo, { ...echo, id: 'o', slug: 'file' }])).toEqual([])
  })

  it('is of no interest where it is of a project that a file says', () => {
    const ofFile = { ...project, id: 'f', file: '/f.json' }
    const row = { ...echo, id: 'o', slug: 'o', projectId: 'f' }
    expect(changes([echo, row], { projects: [project, ofFile] })).toEqual([])
  })

  it('can be toggles and projects', () => {
    expect(changes([echo], { toggles: new Map([['e', new Set(['add'])]]) })).toEqual([
      { kind: 'switchTools', id: 'e', slug: 'echo', on: [], off: ['add'] },
    ])
    const named = { ...project, name: 'q' }
    expect(changes([echo], { projects: [named] })).toEqual([{ kind: 'changeProject', project: named }])
    expect(changes([], { projects: [] })).toEqual([removed, { kind: 'removeProject', id: 'p' }])
  })
})
