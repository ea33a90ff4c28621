/**
 * Runs the official conformance suite for clients: every scenario about sign-ins, with the engine itself as the client.
 */
import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '#test/support/temporaryFolder'

interface Check {
  readonly id: string
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO'
  readonly errorMessage?: string
}

const suite = createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/dist/index.js')
const client = join(import.meta.dirname, 'conformanceClient.ts')

const ofBoth = [
  'metadata-default',
  'metadata-var1',
  'metadata-var2',
  'metadata-var3',
  'basic-cimd',
  'scope-from-www-authenticate',
  'scope-from-scopes-supported',
  'scope-omitted-when-undefined',
  'scope-step-up',
  'scope-retry-limit',
  'token-endpoint-auth-basic',
  'token-endpoint-auth-post',
  'token-endpoint-auth-none',
  'pre-registration',
]
const ofNewest = [
  'resource-mismatch',
  'offline-access-scope',
  'offline-access-not-supported',
  'authorization-server-migration',
  'iss-supported',
  'iss-not-advertised',
  'iss-supported-missing',
  'iss-wrong-issuer',
  'iss-unexpected',
  'iss-normalized',
  'metadata-issuer-mismatch',
]
const withoutVersion = [
  '2025-03-26-oauth-metadata-backcompat',
  '2025-03-26-oauth-endpoint-fallback',
  'client-credentials-jwt',
  'client-credentials-basic',
  'enterprise-managed-authorization',
]

const allPassed = { failed: [], passed: expect.arrayContaining([expect.any(String)]) as string[] }

describe('conformance of sign-ins, 2025-11-25', () => {
  it.each(ofBoth)('auth/%s', async (scenario) => {
    expect(await play(scenario, '--spec-version', '2025-11-25')).toMatchObject(allPassed)
  })
})
describe('conformance of sign-ins, 2026-07-28', () => {
  it.each([...ofBoth, ...ofNewest])('auth/%s', async (scenario) => {
    expect(await play(scenario, '--spec-version', '2026-07-28')).toMatchObject(allPassed)
  })
})
describe('conformance of sign-ins, 2025-03-26 and the extensions', () => {
  it.each(withoutVersion)('auth/%s', async (scenario) => {
    expect(await play(scenario)).toMatchObject(allPassed)
  })
})

async function play(scenario: string, ...more: readonly string[]) {
  const results = join(await temporaryFolder(), 'results')
  await mkdir(results)
  const command = `${process.execPath} ${client}`
  const said = await run('client', '--command', command, '--scenario', `auth/${scenario}`, ...more, '-o', results)
  const files = await readdir(results, { recursive: true })
  const found = files.find((name) => name.endsWith('checks.json')) ?? said
  const checks = JSON.parse(await readFile(join(results, found), 'utf8')) as Check[]
  const idsOf = (...statuses: readonly Check['status'][]) =>
    checks.flatMap(({ id, status, errorMessage }) => (statuses.includes(status) ? `${id}: ${errorMessage}` : []))
  return { said, failed: idsOf('FAILURE', 'WARNING'), passed: idsOf('SUCCESS') }
}

function run(...args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(process.execPath, [suite, ...args], { timeout: 60_000 }, (_error, stdout, stderr) =>
      resolve(stdout + stderr),
    )
  })
}
