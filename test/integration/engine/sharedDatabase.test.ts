/**
 * Several engines share one Postgres. A change made at one engine reaches the others a moment later, without a restart.
 */
import { expect, onTestFinished, test } from 'vitest'
import { newServer } from '#contract/servers/server'
import { systemClock } from '#engine/clock'
import type { Engine } from '#engine/createEngine'
import type { Ports } from '#engine/ports'
import { defaultProjectId } from '#contract/mainProject'
import { findPostgres } from '#test/support/postgres'
import { startTestEngine, testServer } from '#test/support/testEngine'

const postgres = findPostgres()

async function startTwo(overrides: Partial<Ports> = {}): Promise<{ one: Engine; other: Engine; url: string }> {
  const url = (await postgres?.createDatabase()) ?? ''
  const ports = { databaseUrl: url, ...overrides }
  return { one: await startTestEngine({}, ports), other: await startTestEngine({}, ports), url }
}

/** Resolves when `holds` is true. `holds` is checked at every notice. */
function becomes(listen: (look: () => void) => unknown, holds: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    let isOver = false
    const look = () => {
      if (isOver || !holds()) return
      isOver = true
      resolve()
    }
    listen(look)
    look()
  })
}
const accessOf = (engine: Engine) => (look: () => void) => engine.access.onChanged(look)
const viewsOf = (engine: Engine) => (look: () => void) => onTestFinished(engine.registry.onViewsChanged(look))

const names = (engine: Engine) => engine.registry.view({ kind: 'all' })?.tools.map(({ name }) => name) ?? []

// Catches a revoked token that still works at another engine.
test.skipIf(postgres === null)(
  'a client, its choice and its tokens are known to all engines, and so is a token’s revocation',
  async () => {
    const { one, other } = await startTwo()
    const { id } = await one.access.create({ name: 'Cursor' })
    const made = await one.access.createToken(id)
    await becomes(accessOf(other), () => other.access.grantOf(made.token) !== null)
    const client = other.access.grantOf(made.token)?.client
    await one.access.update({ id, search: true })
    await becomes(accessOf(other), () => client?.search === true)
    const revoked: string[] = []
    other.access.onRevoked((key) => revoked.push(key))
    await one.access.revokeToken(made.id)
    await becomes(accessOf(other), () => other.access.grantOf(made.token) === null)
    expect(revoked).toEqual([made.id])
    await other.access.remove(id)
    await becomes(accessOf(one), () => one.access.list().length === 0)
  },
)

// Catches a denial that applies only at the engine where it was made.
test.skipIf(postgres === null)('a decision applies on all engines, and so does its removal', async () => {
  const { one, other } = await startTwo()
  const decision = { effect: 'deny', serverId: 's', toolName: 'write', scope: 'always' } as const
  one.decisions.remember({ ...decision, projectId: null, conversationId: null, pattern: null, seen: null })
  const decisionsOf = (engine: Engine) => (look: () => void) => onTestFinished(engine.decisions.onChanged(look))
  await becomes(decisionsOf(other), () => other.decisions.about('s', 'write').length === 1)
  expect(other.decisions.hasDenials).toBe(true)
  const [row] = other.decisions.about('s', 'write')
  await other.decisions.remove(row?.id ?? '')
  await becomes(decisionsOf(one), () => !one.decisions.hasDenials)
})

// Catches servers and toggles that differ until the next start, and a server that is restarted needlessly.
test.skipIf(postgres === null)('servers, toggles and projects are the same on all engines', async () => {
  const { one, other } = await startTwo()
  const { slug } = await one.servers.add(newServer.parse({ name: 'echo', launch: testServer('echo') }))
  await other.registry.use({ kind: 'all' })
  await becomes(viewsOf(other), () => names(other).includes('add'))
  const connection = other.registry.connection(slug)
  await one.servers.setToolsEnabled(slug, ['add'], false)
  await becomes(viewsOf(other), () => !names(other).includes('add'))
  await one.servers.update(slug, { timeoutMs: 5_000 })
  await becomes(viewsOf(other), () => other.registry.get(slug).timeoutMs === 5_000)
  expect(other.registry.connection(slug)).toBe(connection)
  await other.servers.setEnabled(slug, false)
  await becomes(viewsOf(one), () => !one.registry.get(slug).enabled)
  const project = await one.projects.add({
    name: 'work',
    naming: 'override',
    prefix: '{server}_{tool}',
    start: 'lazy',
    instructions: '',
  })
  await becomes(viewsOf(other), () => other.registry.projectId('work') === project.id)
  await other.projects.remove(project.id)
  await becomes(viewsOf(one), () => one.registry.projectId('work') === null)
  await one.servers.remove(slug)
  await becomes(viewsOf(other), () => other.registry.list().length === 0)
  expect(other.registry.projectId(defaultProjectId)).toBe(defaultProjectId)
})

test.skipIf(postgres === null)('a setting applies on all engines', async () => {
  const { one, other } = await startTwo()
  await one.settings.update({ keepCallsDays: 7 })
  await becomes(
    (look) => other.settings.onChanged(look),
    () => other.settings.current.keepCallsDays === 7,
  )
  expect(other.settings.current).toEqual(one.settings.current)
})

// Catches an engine that no longer listens, or misses changes, after the database was unreachable.
test.skipIf(postgres === null)(
  'an engine that lost the connection reconnects, and loads the changes it missed',
  async () => {
    const clock = { ...systemClock, after: (_delayMs: number, callback: () => void) => systemClock.after(5, callback) }
    const { one, other, url } = await startTwo({ clock })
    const { id } = await one.access.create({ name: 'Cursor' })
    const { token, ...made } = await one.access.createToken(id)
    await becomes(accessOf(other), () => other.access.grantOf(token) !== null)
    await postgres?.query(
      url,
      `with ended as (select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen%'
        and datname = current_database()),
      revoked as (delete from kb.client_tokens where id = '${made.id}' returning id)
    select count(*) from ended, revoked`,
    )
    await becomes(accessOf(other), () => other.access.grantOf(token) === null)
    await becomes(accessOf(one), () => one.access.grantOf(token) === null)
    expect([one.access.list(), other.access.list()]).toMatchObject([[{ id, tokens: [] }], [{ id, tokens: [] }]])
  },
)
