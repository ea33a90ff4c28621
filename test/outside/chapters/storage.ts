/**
 * The contents of the store, read with a driver that the engine does not use: the file `kb.db`, and Postgres if it is
 * available.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect } from 'vitest'
import type { Way } from '#test/outside/driver/addresses'
import { overRest } from '#test/outside/driver/otherClients'
import { openPlace, type Place } from '#test/outside/driver/place'
import { reasons } from '#test/outside/driver/reasons'
import type { Chapter } from '#test/outside/driver/scenario'
import { digestOf, report } from '#test/outside/driver/outsideClient'
import { launchOf, worker, type World } from '#test/outside/driver/world'
import type { Json } from '#test/support/mcpClients'
import { findPostgres } from '#test/support/postgres'

const world = (): World => ({ servers: { kept: worker('kept', ['kept_work']) } })

const columns = 'id project_id product_id name description transport config enabled created_at updated_at'.split(' ')

/** Queries the file while the engine has it open. */
function query(place: Place, text: string): Json[] {
  const database = new DatabaseSync(join(place.dataFolder, 'kb.db'), { readOnly: true })
  try {
    return database.prepare(text).all()
  } finally {
    database.close()
  }
}

/**
 * Asserts that the schema `kb` of a Postgres has the same tables with Postgres's own types. Without a Postgres, asserts
 * nothing.
 */
async function isInPostgres(way: Way): Promise<void> {
  const postgres = findPostgres()
  if (postgres === null) return
  const url = await postgres.createDatabase()
  const place = await openPlace(way, world, { DATABASE_URL: url })
  try {
    const found = await postgres.query(
      url,
      "select column_name, data_type from information_schema.columns where table_schema = 'kb' and table_name = 'project_mcp_servers'",
    )
    const types = new Map(found.map((row) => [row['column_name'], row['data_type']]))
    expect([...types.keys()]).toEqual(expect.arrayContaining(columns))
    expect([types.get('config'), types.get('transport')]).toEqual(['jsonb', 'USER-DEFINED'])
    const rowsThere = await postgres.query(
      url,
      "select transport, enabled from kb.project_mcp_servers where name = 'kept'",
    )
    expect(rowsThere).toEqual([{ transport: 'stdio', enabled: true }])
  } finally {
    await place.close()
  }
}

const manifest = (version: string, variable: string) => ({
  id: 'pack',
  name: 'The pack',
  version,
  mcp: {
    servers: {
      packed: { ...worker('packed', ['packed_work']), env: { MODE: variable }, description: 'of the pack' },
      remote: { url: 'http://127.0.0.1:9/mcp', type: 'sse', enabled: false },
    },
  },
})

async function install(place: Place, version: string, variable: string): Promise<void> {
  const file = join(place.folder, 'pack.json')
  writeFileSync(file, JSON.stringify(manifest(version, variable)))
  expect(await place.command('product', 'install', file, '--yes')).toMatchObject({ code: 0 })
}

const rows = (place: Place) =>
  query(
    place,
    "select product_id, project_id, name, transport from project_mcp_servers where product_id = 'pack' order by name",
  )

export const storage: Chapter = {
  title: 'what is stored',
  world,
  scenarios: [
    {
      source: '002',
      name: 'MCP server table schema',
      title: '[R2] the table has these columns, and a row for the server; catches a column that another program misses',
      notAt: [reasons.noAddress],
      play: {
        once: async (place) => {
          const found = query(place, "select name from pragma_table_info('project_mcp_servers')")
          expect(found.map(({ name }) => name)).toEqual(expect.arrayContaining(columns))
          const [row] = query(place, "select * from project_mcp_servers where name = 'kept'")
          expect(row).toMatchObject({ transport: 'stdio', enabled: 1, project_id: expect.any(String) as unknown })
          const { command, args } = launchOf(worker('kept', ['kept_work']))
          expect(JSON.parse(String(row?.['config']))).toMatchObject({ command, args })
          await isInPostgres(place.way)
        },
      },
    },
    {
      source: '002',
      name: 'Product manifest import',
      title: '[R3] one row for each server, with product and project; catches a second installation that repeats them',
      notAt: [reasons.noAddress],
      play: {
        once: async (place) => {
          await install(place, '1.0.0', 'first')
          const stored = [
            { product_id: 'pack', project_id: 'default', name: 'packed', transport: 'stdio' },
            { product_id: 'pack', project_id: 'default', name: 'remote', transport: 'sse' },
          ]
          expect(rows(place)).toEqual(stored)
          await install(place, '2.0.0', 'second')
          expect(rows(place)).toEqual(stored)
          await place.rest('GET', '/tools/listed')
          const { variables } = await report(overRest(place), 'packed_work', { variables: ['MODE'] })
          expect(variables).toEqual([digestOf('second')])
          expect(await place.command('product', 'uninstall', 'pack')).toMatchObject({ code: 0 })
          expect(rows(place)).toEqual([])
          expect((await place.servers()).map(({ slug }) => slug)).toEqual(['kept'])
        },
      },
    },
  ],
}
