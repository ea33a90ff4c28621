/** Imports with name conflicts, and with a part that fails. */
import { beforeEach, describe, expect, test } from 'vitest'
import { readClientText } from '#engine/clients/readClients'
import type { Engine } from '#engine/createEngine'
import { pairedServer } from '#test/support/pairedServer'
import { startTestEngine } from '#test/support/testEngine'

const stopped = (args: string[], more: object = {}) => ({ command: 'node', args, enabled: false, ...more })
const none = { rename: {}, replace: [] }

let engine: Engine
beforeEach(async () => {
  engine = await startTestEngine({})
})

function entries(servers: Readonly<Record<string, object>>) {
  const text = JSON.stringify({ switchboard: {}, mcpServers: servers })
  const read = readClientText(text, undefined, '/', { launches: [], endpoint: null })
  return read.flatMap((one) => (one.server === null ? [] : [{ ...one, server: one.server }]))
}

const names = () => engine.registry.list().map(({ name, launch }) => [name, 'args' in launch ? launch.args[0] : ''])

describe('an import with a name conflict', () => {
  beforeEach(async () => {
    await engine.imports.take(
      entries({ git: stopped(['old'], { env: { API_KEY: 'of the old one' } }) }),
      none,
      'default',
    )
    await engine.servers.setToolsEnabled('git', ['push'], false)
  })

  test('is flagged in the preview, with a free name, and so is a missing command', async () => {
    const servers = [...entries({ git: stopped(['new']), 'git 2': stopped([]), gone: { command: 'no-such-command' } })]
    const checks = await engine.imports.check(
      servers.map(({ server }) => server),
      servers.map(({ candidate }) => candidate.name),
      'default',
    )
    expect(checks).toEqual([
      { clash: { server: 'git', freeName: 'git 3' }, missing: null },
      { clash: null, missing: null },
      { clash: null, missing: 'no-such-command' },
    ])
    const elsewhere = await engine.projects.add({
      name: 'Other',
      naming: 'override',
      prefix: '{server}__{tool}',
      start: 'lazy',
      instructions: '',
    })
    expect((await engine.imports.check([servers[0]?.server ?? null], ['git'], elsewhere.id))[0]?.clash).toBeNull()
  })

  test('imports the other servers, and says which servers failed and why', async () => {
    const wanted = entries({ a: stopped(['a']), git: stopped(['new']), b: stopped(['b']) })
    const { servers, failed } = await engine.imports.take(wanted, none, 'default')
    expect(servers.map(({ name }) => name)).toEqual(['a', 'b'])
    expect(failed).toEqual([{ name: 'git', message: expect.stringContaining('a server with this name') as string }])
  })

  test('takes the server under another name, or replaces the old one; undo restores everything', async () => {
    const before = pairedServer(engine.registry, 'git')
    const wanted = entries({ git: stopped(['new'], { env: { API_KEY: 'of the new one' } }), more: stopped(['more']) })
    const renamed = await engine.imports.take(wanted, { rename: { git: 'mine' }, replace: [] }, 'default')
    expect(names()).toEqual([
      ['git', 'old'],
      ['mine', 'new'],
      ['more', 'more'],
    ])
    await engine.imports.undo(renamed.id)
    expect(names()).toEqual([['git', 'old']])

    const replaced = await engine.imports.take(wanted, { rename: {}, replace: ['git'] }, 'default')
    expect(replaced.servers.map(({ slug }) => slug)).toEqual(['git', 'more'])
    expect(names()).toEqual([
      ['git', 'new'],
      ['more', 'more'],
    ])
    expect(await engine.imports.undo(replaced.id)).toMatchObject({
      removed: ['git', 'more'],
      restored: [{ slug: 'git' }],
    })
    const after = pairedServer(engine.registry, 'git')
    expect([after.row, [...after.switchedOff]]).toEqual([before.row, ['push']])
    await expect(engine.imports.undo(replaced.id)).rejects.toThrow('can no longer be undone')
  })
})
