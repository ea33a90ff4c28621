/** Empty databases on demand, on the one Postgres that runs during the tests. */
import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'
import { hasPart } from '#test/support/parts/hasPart'

export interface TestPostgres {
  /** Creates an empty database and returns its address. */
  createDatabase(): Promise<string>
  /** Runs one statement as the cluster's owner. */
  query(databaseUrl: string, text: string): Promise<Record<string, unknown>[]>
}

/** Returns null if Postgres is not installed. */
export function findPostgres(): TestPostgres | null {
  const server = hasPart('postgres') ? inject('postgres') : null
  if (server === null) return null
  return {
    query,
    async createDatabase() {
      const name = `test_${randomUUID().replaceAll('-', '')}`
      await query(`${server}/postgres`, `create database ${name}`)
      return `${server}/${name}`
    },
  }
}

async function query(databaseUrl: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}
