/**
 * Runs the official conformance suite, as required for 2026-07-28, in front of a server of the legacy era. The gateway
 * turns the legacy server's questions during a call into results that require input, and the call continues in further
 * rounds. Each scenario has its own server, because most scenarios leave behind a call that waits for an answer.
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
  readonly id: string
  readonly name: string
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO'
  readonly errorMessage?: string
}

/**
 * Two scenarios are excluded, because they expect question keys chosen by the server:
 * `input-required-result-basic-elicitation` and `-ignore-extra-params`. A legacy server's question has no key, so the
 * gateway creates one.
 */
const roundScenarios = [
  'basic-sampling',
  'basic-list-roots',
  'request-state',
  'multiple-input-requests',
  'multi-round',
  'missing-input-response',
  'result-type',
  'unsupported-methods',
  'tampered-state',
  'capability-check',
  'validate-input',
  'non-tool-request',
].map((name) => `input-required-result-${name}`)
const scenarios = [
  'server-stateless',
  'tools-call-with-progress',
  'prompts-get-with-args',
  'resources-read-binary',
  'completion-complete',
  'sep-2164-resource-not-found',
  'caching',
  'json-schema-2020-12',
  'server-sse-multiple-streams',
  'dns-rebinding-protection',
  'http-header-validation',
  'http-custom-header-server-validation',
  ...roundScenarios,
]

describe('[R16] clients of 2026-07-28, a server of the legacy era', () => {
  it.each(scenarios)('%s', async (scenario) => {
    const engine = await startTestEngine({ fixture: { launch: testServer('conformance') } })
    const url = await openDoor(engine)
    const checks = await runScenario(`${url}/s/fixture`, scenario, '2026-07-28')
    const passed = checks.filter(({ status }) => status === 'SUCCESS').length
    expect(checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING')).toEqual([])
    expect(passed).toBeGreaterThan(0)
  })
})

const require = createRequire(import.meta.url)
const suite = join(require.resolve('@modelcontextprotocol/conformance/package.json'), '..', 'dist', 'index.js')

async function runScenario(url: string, scenario: string, version: string): Promise<readonly Check[]> {
  const folder = join(await temporaryFolder(), 'results')
  await mkdir(folder)
  const choice = ['--scenario', scenario, '--spec-version', version]
  const said = await run([suite, 'server', '--url', url, ...choice, '--output-dir', folder])
  const [result] = await readdir(folder)
  if (result === undefined) throw new Error(`the suite wrote no result: ${said}`)
  return JSON.parse(await readFile(join(folder, result, 'checks.json'), 'utf8')) as Check[]
}

/** Returns what the suite prints. The exit code is ignored, because the checks say more. */
function run(args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(process.execPath, args, { timeout: 25_000 }, (_error, stdout, stderr) => resolve(stdout + stderr))
  })
}
