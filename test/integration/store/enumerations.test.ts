/**
 * Every enumerated column accepts exactly the kinds of the contract. A kind without a migration compiles, but is
 * refused when it is stored.
 */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { decisionEffect, decisionScope } from '#contract/decision'
import { hostedState } from '#contract/hosting/hostedServer'
import { startMode } from '#contract/project'
import { protocolEra, restartPolicy, retryRule, sessionsMode } from '#contract/servers/server'
import { transports } from '#contract/servers/transports'
import { callStatus, runKind } from '#contract/tools/call'
import { naming } from '#contract/tools/tool'
import { databasesWith, openTestStore } from '#test/support/databases'
import { findPostgres } from '#test/support/postgres'

const transport = Object.keys(transports)
const known: Readonly<Record<string, readonly string[]>> = {
  'agent_run_tool_calls.status': callStatus.options,
  'agent_runs.kind': runKind.options,
  'agent_workspaces.container_type': ['mcp_server'],
  'agent_workspaces.status': hostedState.options,
  'mcp_servers.restart': restartPolicy.options,
  'mcp_servers.retry': retryRule.options,
  'mcp_servers.sessions': sessionsMode.options,
  'mcp_servers.transport': transport,
  'project_mcp_servers.transport': transport,
  'projects.naming': naming.options,
  'projects.start': startMode.options,
  'server_eras.era': protocolEra.options,
  'tool_decisions.effect': decisionEffect.options,
  'tool_decisions.scope': decisionScope.options,
}

const postgres = findPostgres()

function inSqlite(file: string): [string, string[]][] {
  const database = new DatabaseSync(file, { readOnly: true })
  const tables = database.prepare(`select name, sql from sqlite_schema where type = 'table' and sql is not null`).all()
  database.close()
  return tables.flatMap(({ name, sql }) =>
    [...String(sql).matchAll(/check \("(\w+)" in \(([^)]*)\)\)/g)].map(
      ([, column, values = '']): [string, string[]] => [
        `${String(name)}.${column}`,
        values.split(',').map((value) => value.trim().slice(1, -1)),
      ],
    ),
  )
}

const ofPostgres = `
  select c.table_name || '.' || c.column_name as place, array_agg(e.enumlabel::text) as labels
  from information_schema.columns c
  join pg_type t on t.typname = c.udt_name and t.typtype = 'e'
  join pg_enum e on e.enumtypid = t.oid
  where c.table_schema = 'kb' group by 1`

describe.each(databasesWith(postgres))('$name', (database) => {
  test('every enumerated column accepts every kind of the contract, and nothing else', async () => {
    const { store, options } = await openTestStore(database)
    await store.close()
    const { databaseUrl, dataFolder } = options
    const found =
      databaseUrl === null || postgres === null
        ? inSqlite(join(dataFolder, 'kb.db'))
        : (await postgres.query(databaseUrl, ofPostgres)).map(({ place, labels }): [string, string[]] => [
            String(place),
            labels as string[],
          ])
    const sorted = (all: readonly (readonly [string, readonly string[]])[]) =>
      Object.fromEntries(all.map(([place, values]) => [place, values.toSorted()]))
    expect(sorted(found)).toEqual(sorted(Object.entries(known)))
  })
})
