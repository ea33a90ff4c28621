/**
 * Runs the complete official conformance suite of a revision, at the address of one server and at the address of all
 * servers, under `override`, so that names stay as the suite knows them. It also catches state that one scenario leaves
 * behind for the next.
 */
import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openDoor } from '#test/integration/gateway/engineDoor'
import { temporaryFolder } from '#test/support/temporaryFolder'
import { startTestEngine, testServer } from '#test/support/testEngine'

interface Check {
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO'
}

/**
 * The tests for tasks, which fail. In 2026-07-28, tasks are an extension that no revision scores and that Switchboard
 * does not implement.
 */
const tasks = [
  'tasks-capability-negotiation',
  'tasks-dispatch-and-envelope',
  'tasks-lifecycle',
  'tasks-mrtr-composition',
  'tasks-mrtr-input',
  'tasks-request-headers',
  'tasks-request-state-removal',
  'tasks-required-task-error',
  'tasks-wire-fields',
]

/**
 * The suite's options, the server's era, the expected failures, and the minimum number of scenarios. The requirements
 * of 2026-07-28 with a legacy server are in `conformance.test.ts`: those scenarios leave calls behind that wait for
 * answers, and a legacy server that asks gets one call at a time.
 */
const cells = [
  [['--suite', 'all', '--spec-version', '2025-03-26'], 'legacy', [], 1],
  [['--suite', 'all', '--spec-version', '2025-06-18'], 'legacy', [], 25],
  [['--requirements', '2025-11-25'], 'legacy', [], 25],
  [['--requirements', '2025-11-25'], 'modern', [], 25],
  [['--requirements', '2026-07-28'], 'modern', tasks, 45],
] as const

describe.each(cells)(
  '[R10] [R16] the suite with %j, in front of a server of the %s era',
  (choice, era, known, least) => {
    it.each(['/s/fixture', ''])('has only the known failures at /mcp%s', async (address) => {
      const engine = await startTestEngine({ fixture: { launch: testServer('conformance', '--era', era) } })
      await engine.projects.update('default', { naming: 'override' })
      const url = await openDoor(engine)
      const results = await runSuite(['--url', `${url}${address}`, ...choice])
      const failed = [...results].filter(([, checks]) => checks.some(({ status }) => status === 'FAILURE'))
      expect(failed.map(([name]) => name).toSorted()).toEqual(known)
      expect(results.size).toBeGreaterThanOrEqual(least)
    })
  },
)

const require = createRequire(import.meta.url)
const suite = join(require.resolve('@modelcontextprotocol/conformance/package.json'), '..', 'dist', 'index.js')

async function runSuite(args: readonly string[]): Promise<ReadonlyMap<string, readonly Check[]>> {
  const folder = join(await temporaryFolder(), 'results')
  await mkdir(folder)
  const all = [suite, 'server', ...args, '--output-dir', folder]
  // The exit code is ignored, because the checks say more.
  await new Promise((resolve) => execFile(process.execPath, all, { timeout: 25_000, maxBuffer: 1e8 }, resolve))
  const results = new Map<string, readonly Check[]>()
  for (const name of await readdir(folder)) {
    const scenario = /^server-(.*?)-\d{4}-\d\d-\d\dT/.exec(name)?.[1] ?? name
    results.set(scenario, JSON.parse(await readFile(join(folder, name, 'checks.json'), 'utf8')) as Check[])
  }
  return results
}
