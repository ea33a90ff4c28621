import { describe, expect, it } from 'vitest'
import { type Launch, newServer } from '#contract/servers/server'
import type { Project } from '#contract/project'
import { madeServer } from '#engine/registry/changes/newServer'
import { storedChanges } from '#engine/registry/changes/storedChanges'
import { noSwitches, type SwitchedPair, type WholeServer } from '#engine/store/servers/change'
import type { ServerDefinition } from '#engine/store/servers/serverRow'

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
const given = newServer.parse({ name: 'echo', launch: { transport: 'stdio', command: 'x', env: { A: '1', B: '2' } } })
const made = madeServer(given, { id: 'e', pairId: 'ep', projectId: 'p', now: 1, takenSlugs: new Set(), others: [] })
const pair: SwitchedPair = { pair: made.pair, ...noSwitches }
const echo: WholeServer = { definition: made.definition, pairs: [pair] }
const removed = { kind: 'removeServer', id: 'e', slug: 'echo' }

function defined(more: Partial<ServerDefinition>, pairs: readonly SwitchedPair[] = [pair]): WholeServer {
  return { definition: { ...echo.definition, ...more }, pairs }
}

/** Returns the changes if memory has only the server `echo` and the store has the given servers. */
function changes(servers: readonly WholeServer[], projects: readonly Project[] = [project]) {
  const known = { projects: [project], servers: [echo], takenSlugs: new Set(['echo', 'file']) }
  return storedChanges(known, { projects, servers })
}

describe('changes by another engine', () => {
  it('are empty if the store equals memory, whatever the order of rows', () => {
    const launch: Launch = { env: { B: '2', A: '1' }, args: [], command: 'x', transport: 'stdio' }
    expect(changes([defined({ launch })])).toEqual([])
  })

  it('do not include what each engine observes about a server by itself', () => {
    expect(changes([defined({ asksCallers: true })])).toEqual([])
    expect(changes([defined({ timeoutMs: 5, asksCallers: true })])).toEqual([
      { kind: 'changeServer', id: 'e', slug: 'echo', patch: { timeoutMs: 5, updatedAt: 1 } },
    ])
  })

  it('can add, remove and replace servers', () => {
    const other = defined({ id: 'o' })
    expect(changes([])).toEqual([removed])
    expect(changes([other])).toEqual([removed, { kind: 'addServer', ...other }])
    const slug = defined({ slug: 'else' })
    expect(changes([slug])).toEqual([removed, { kind: 'addServer', ...slug }])
  })

  it('do not remove a server from a file', () => {
    expect(changes([echo, defined({ id: 'o', slug: 'file' })])).toEqual([])
  })

  it('are ignored for a file project', () => {
    const ofFile = { ...project, id: 'f', file: '/f.json' }
    const inFile = { ...pair, pair: { ...pair.pair, pairId: 'o', projectId: 'f' } }
    expect(changes([echo, defined({ id: 'o', slug: 'o' }, [inFile])], [project, ofFile])).toEqual([])
  })

  it('can change toggles, names and projects', () => {
    const own = new Map([['sub', { name: 'minus', description: null }]])
    const of = { pairId: 'ep', slug: 'echo' }
    expect(changes([defined({}, [{ ...pair, switchedOff: new Set(['add']), own }])])).toEqual([
      { kind: 'switchTools', ...of, on: [], off: ['add'] },
      { kind: 'nameTool', ...of, tool: 'sub', own: { name: 'minus', description: null } },
    ])
    const called = { ...project, name: 'q' }
    expect(changes([echo], [called])).toEqual([{ kind: 'changeProject', project: called }])
    expect(changes([], [])).toEqual([removed, { kind: 'removeProject', id: 'p' }])
  })

  it('can add a server to a project, remove it, or switch it', () => {
    const second = { ...pair, pair: { ...pair.pair, pairId: 'ep-2', projectId: 'q' } }
    const added = { kind: 'addPair', id: 'e', slug: 'echo', ...second }
    const q = { ...project, id: 'q', name: 'q' }
    const came = { kind: 'changeProject', project: q }
    expect(changes([defined({}, [pair, second])], [project, q])).toEqual([came, added])
    expect(changes([defined({}, [])])).toEqual([{ kind: 'removePair', pairId: 'ep', slug: 'echo' }])
    const off = { ...pair, pair: { ...pair.pair, enabled: false } }
    expect(changes([defined({}, [off])])).toEqual([
      { kind: 'changePair', pairId: 'ep', slug: 'echo', patch: { enabled: false } },
    ])
  })
})
