/** Tests the attack runner itself: otherwise a defect in the runner would go unnoticed until its table is needed. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const run = promisify(execFile)
const script = join(import.meta.dirname, '..', '..', '..', 'bench', 'attack', 'run.ts')

it('an attack that Switchboard withstands gets a line in the table, and the run succeeds', async () => {
  const { stdout } = await run(process.execPath, [script, '--seconds', '0', '--only', 'foreign pages'])
  expect(stdout).toMatch(/^\| foreign pages \| stranger \|\s+1 \|.*\| +held \|$/m)
  expect(stdout).toContain('Secrets that got out: 0.')
  expect(stdout).toMatch(/^Shutdown: .*, complete\./m)
})
