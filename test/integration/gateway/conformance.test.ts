/** The official conformance suite: its scenarios for servers, of each revision that it has, in front of a real server. */
import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openDoor } from '#test/integration/gateway/engineDoor'
import { temporaryFolder } from '#test/support/temporaryFolder'
import { startTestEngine, testServer } from '#test/support/testEngine'

interface Check {
  readonly id: string
  readonly name: string
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO'
  readonly errorMessage?: string
}

const toolScenarios = [
  'tools-list',
  'tools-call-simple-text',
  'tools-call-image',
  'tools-call-audio',
  'tools-call-embedded-resource',
  'tools-call-mixed-content',
  'tools-call-error',
  'tools-call-with-progress',
]
const entryScenarios = [
  'prompts-list',
  'prompts-get-simple',
  'prompts-get-with-args',
  'prompts-get-embedded-resource',
  'prompts-get-with-image',
  'resources-list',
  'resources-read-text',
  'resources-read-binary',
  'resources-templates-read',
  'completion-complete',
]
const legacyScenarios = [
  'server-initialize',
  'server-session-lifecycle',
  'ping',
  'logging-set-level',
  ...toolScenarios,
  ...entryScenarios,
  'resources-subscribe',
  'resources-unsubscribe',
  'tools-call-with-logging',
  'tools-call-sampling',
  'tools-call-elicitation',
]
const since2025November = ['json-schema-2020-12', 'server-sse-multiple-streams', 'dns-rebinding-protection']

const roundScenarios = [
  'basic-elicitation',
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
  'ignore-extra-params',
  'validate-input',
  'non-tool-request',
].map((name) => `input-required-result-${name}`)
const modernScenarios = [
  'server-stateless',
  ...toolScenarios,
  ...entryScenarios,
  'sep-2164-resource-not-found',
  'caching',
  ...since2025November,
  'http-header-validation',
  'http-custom-header-server-validation',
]
const elicitationScenarios = ['elicitation-sep1034-defaults', 'elicitation-sep1330-enums']

/** Revision of the client, era of the server behind us, scenarios. */
const runs: readonly (readonly [string, 'legacy' | 'modern', readonly string[]])[] = [
  ['2025-03-26', 'legacy', ['server-session-lifecycle']],
  ['2025-06-18', 'legacy', legacyScenarios],
  ['2025-11-25', 'legacy', [...legacyScenarios, ...since2025November, ...elicitationScenarios]],
  [
    '2025-11-25',
    'modern',
    [
      'tools-call-with-progress',
      'tools-call-sampling',
      'tools-call-elicitation',
      'resources-subscribe',
      'resources-unsubscribe',
      ...entryScenarios,
    ],
  ],
  ['2026-07-28', 'legacy', modernScenarios],
  ['2026-07-28', 'modern', [...modernScenarios, ...roundScenarios]],
]

describe.each(runs)('clients of %s, a server of the %s era', (version, era, names) => {
  it.each(names)('%s', async (scenario) => {
    const engine = await startTestEngine({ fixture: { launch: testServer('conformance', '--era', era) } })
    const door = await openDoor(engine)
    onTestFinished(() => door.close())
    const checks = await runScenario(`${door.url}/s/fixture`, scenario, version)
    const passed = checks.filter(({ status }) => status === 'SUCCESS').length
    console.log(`conformance ${version} over ${era}, ${scenario}: ${passed} of ${checks.length} checks passed`)
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

/** The exit code is left alone: the checks say more. */
function run(args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(process.execPath, args, { timeout: 25_000 }, (_error, stdout, stderr) => resolve(stdout + stderr))
  })
}
