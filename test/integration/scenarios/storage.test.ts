import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { createEngine } from '#engine/createEngine'
import { temporaryFolder } from '#test/support/temporaryFolder'
import { testPorts } from '#test/support/testEngine'

it('[R2] the file of a new engine has the servers of projects in the table that others expect, with these columns', async () => {
  const dataFolder = await temporaryFolder()
  const engine = await createEngine(await testPorts(dataFolder))
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
