import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { createEngine } from '#engine/createEngine'
import { temporaryFolder } from '#test/support/temporaryFolder'
import { testServer } from '#test/support/testEngine'
import { testPorts } from '#test/support/testPorts'

it('[R2] the file of a new engine has the servers of projects in the expected table, with these columns', async () => {
  const dataFolder = await temporaryFolder()
  const engine = await createEngine(testPorts(dataFolder))
  await engine.close()
  const database = new DatabaseSync(join(dataFolder, 'kb.db'))
  try {
    const columns = database.prepare("select name from pragma_table_info('project_mcp_servers')").all()
    expect(columns.map(({ name }) => name)).toEqual(
      expect.arrayContaining(
        'id project_id product_id name description transport config enabled created_at updated_at'.split(' '),
      ),
    )
  } finally {
    database.close()
  }
})

it('[R2] secrets among the arguments in a configuration file reach its server, but not the engine’s file', async () => {
  const dataFolder = await temporaryFolder()
  const path = join(await temporaryFolder(), 'mcp.json')
  const { command, args } = testServer('echo', '--name', 'keyed', '--api-key', 'key-of-the-file')
  await writeFile(path, JSON.stringify({ mcpServers: { keyed: { command, args } } }))
  const engine = await createEngine(testPorts(dataFolder))
  try {
    await engine.openConfigFile(path)
    await engine.registry.use({ kind: 'all' })
    const { state, launch } = engine.registry.get('keyed')
    expect(state).toMatchObject({ kind: 'ready', implementation: { name: 'keyed' } })
    expect(launch).toMatchObject({ args: expect.arrayContaining(['--api-key', '***']) as unknown })
    const { pid } = state as { pid: number }
    expect(await readFile(`/proc/${pid}/cmdline`, 'utf8')).toContain('key-of-the-file')
  } finally {
    await engine.close()
  }
  const files = (await readdir(dataFolder, { withFileTypes: true })).filter((entry) => entry.isFile())
  for (const { name } of files)
    expect([name, (await readFile(join(dataFolder, name), 'latin1')).includes('key-of-the-file')]).toEqual([
      name,
      false,
    ])
})
