/**
 * Where the values of a hosted server's environment may appear, and where not. Uses a real Docker Engine and both
 * stores.
 */
import { describe, expect, it } from 'vitest'
import { rawDocker } from '#test/integration/hosting/docker'
import { containersOf, filesIn, placeWithDocker, removeAfter, serving } from '#test/integration/hosting/onDocker'
import { hasPart } from '#test/support/parts/hasPart'
import { findPostgres } from '#test/support/postgres'

const hasDocker = hasPart('docker')
const postgres = hasDocker ? findPostgres() : null
const stores = [
  { store: 'a file', isThere: hasDocker, database: () => Promise.resolve(null) },
  {
    store: 'Postgres',
    isThere: postgres !== null,
    database: () => postgres?.createDatabase() ?? Promise.resolve(null),
  },
] as const

for (const { store, isThere, database } of stores)
  describe.skipIf(!isThere)(`with ${store}`, () => {
    // Catches a value that is stored, shown, logged or part of a name, even when the server itself prints the value.
    it('[R24] a value of the environment is in the container and in the vault, and nowhere else', async () => {
      const url = await database()
      const place = await placeWithDocker(url === null ? {} : { DATABASE_URL: url })
      removeAfter(place)
      const engine = await serving(place)
      const secret = `sk-${store.length}-that-nobody-may-see-0123456789`
      const usual = {
        image: 'hosted-notes:1',
        provider: 'plain',
        network: { mode: 'none' },
        environment: { KEY: secret },
      }
      const server = await engine.register({ ...usual, name: 'notes', volumes: ['/data'] })
      expect(await engine.call('notes', 'variable', { name: 'KEY' })).toBe(secret)
      // The server itself prints the value when it dies.
      await engine.callTool('notes', 'die', { words: `my key is ${secret}` })
      await expect.poll(async () => (await engine.get('notes')).last_crash?.stderr).toBe('my key is [redacted]')
      await engine.isRunning('notes')
      const asked = [
        '/mcp/servers',
        '/mcp/servers/notes/logs',
        '/mcp/servers/notes/history',
        '/servers',
        '/mcp/volumes',
      ]
      const shown = await Promise.all(
        [...asked, '/secrets?projectId=default', '/clients/switchboard/export'].map((path) => engine.rest('GET', path)),
      )
      expect(JSON.stringify(shown)).not.toContain(secret)
      expect(JSON.stringify(shown)).toContain('my key is [redacted]')
      for (const words of [
        ['host', 'list'],
        ['host', 'logs', 'notes'],
        ['host', 'list', '--json'],
      ])
        expect(JSON.stringify(await place.run(...words))).not.toContain(secret)

      const docker = rawDocker()
      const [container] = await containersOf([server])
      const inspected = await docker.getContainer(container?.Id ?? '').inspect()
      // The runtime itself shows values to everyone who may use it. Switchboard cannot prevent that.
      expect(inspected.Config.Env).toContain(`KEY=${secret}`)
      const apart = { ...inspected, Config: { ...inspected.Config, Env: [] } }
      const named = [apart, container, await docker.getImage('hosted-notes:1').inspect(), await docker.listVolumes()]
      expect(JSON.stringify([...named, await docker.listImages()])).not.toContain(secret)

      engine.child.kill('SIGTERM')
      const { code, stdout, stderr } = await engine.outcome
      expect({ code, said: (stdout + stderr).includes(secret) }).toEqual({ code: 0, said: false })
      const files = await filesIn(place.dataFolder)
      expect(files.filter(({ text }) => text.includes(secret)).map(({ name }) => name)).toEqual([])
      expect(files.some(({ name, text }) => name.endsWith('.log') && text.includes('my key is [redacted]'))).toBe(true)
      if (url !== null) expect(await storedIn(url)).not.toContain(secret)
      if (url !== null) expect(await storedIn(url)).toContain('hosted-notes:1')
    })
  })

/** Returns every row of every table, as text. */
async function storedIn(url: string): Promise<string> {
  const named = `select table_schema || '.' || table_name as name from information_schema.tables where table_schema = 'kb'`
  if (postgres === null) return ''
  const tables = await postgres.query(url, named)
  return JSON.stringify(
    await Promise.all(tables.map(({ name }) => postgres.query(url, `select t::text as row from ${String(name)} t`))),
  )
}
