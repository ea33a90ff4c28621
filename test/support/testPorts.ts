/**
 * An engine's ports in a test: a folder, a real clock, real processes, and no vault. They can also be used in a
 * separate test process.
 */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { AppError } from '#contract/errors'
import { systemClock } from '#engine/clock'
import type { Ports } from '#engine/ports'
import { createRedactor } from '#engine/secrets/redaction'
import { recordingLog } from '#test/support/recordingLog'

const root = join(import.meta.dirname, '..', '..')
const reaperFile = join(root, 'src', 'main', 'engine', 'connections', 'processes', 'reaper.ts')

/** Returns a program that runs the reaper directly from its source, so that tests need no build. */
export function reaperFromSource(): string {
  return `import(${JSON.stringify(pathToFileURL(reaperFile).href)})`
}

export function testPorts(dataFolder: string): Ports {
  const noVault = () => Promise.reject(new AppError('VAULT_UNAVAILABLE', 'This test has no vault.'))
  return {
    clock: systemClock,
    log: recordingLog(),
    vault: { get: noVault, set: noVault, remove: noVault },
    sharedVaultKey: null,
    redactor: createRedactor(),
    paths: {
      dataFolder,
      reaper: {
        command: process.execPath,
        program: reaperFromSource,
        env: {},
      },
    },
    ownCommand: { command: process.execPath, args: [join(root, 'out', 'main', 'cli.js')], env: {} },
    makeId: randomUUID,
    random: () => 0,
    environment: process.env,
    loginShell: null,
    allowEnvironment: false,
    version: '0.0.0-test',
    databaseUrl: null,
  }
}
