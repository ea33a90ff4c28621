/**
 * Runs the official conformance suite for clients: the scenarios about transports, headers, versions and tool
 * definitions.
 */
import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '#test/support/temporaryFolder'

interface Check {
  readonly id: string
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO'
  readonly errorMessage?: string
}

const suite = createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/dist/index.js')
const client = join(import.meta.dirname, 'conformanceClient.ts')

it.each([
  'initialize',
  'tools_call',
  'sse-retry',
  'request-metadata',
  'http-standard-headers',
  'http-custom-headers',
  'http-invalid-tool-headers',
  'json-schema-ref-no-deref',
  'json-schema-2020-12-preservation',
])('[R5] %s', async (scenario) => {
  const results = join(await temporaryFolder(), 'results')
  await mkdir(results)
  const said = await run('client', '--command', `${process.execPath} ${client}`, '--scenario', scenario, '-o', results)
  const [folder] = await readdir(results)
  const checks = JSON.parse(await readFile(join(results, folder ?? said, 'checks.json'), 'utf8')) as Check[]
  expect(checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING')).toEqual([])
  expect(checks.filter(({ status }) => status === 'SUCCESS')).not.toEqual([])
})

function run(...args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(process.execPath, [suite, ...args], { timeout: 30_000 }, (_error, stdout, stderr) =>
      resolve(stdout + stderr),
    )
  })
}
