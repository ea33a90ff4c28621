/** A real engine on a temporary folder, with real processes beneath it, for one test. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { NewServerInput } from '#contract/server'
import { newServer } from '#contract/server'
import { AppError } from '#contract/errors'
import { systemClock } from '#engine/clock'
import { createEngine, type Engine } from '#engine/createEngine'
import type { Ports } from '#engine/ports'
import { createRedactor } from '#engine/secrets/redaction'
import { recordingLog } from '#test/support/recordingLog'
import { temporaryFolder } from '#test/support/temporaryFolder'

const root = join(import.meta.dirname, '..', '..')

/** The launch of one of the servers in test/servers. */
export function testServer(file: string, ...args: string[]): Extract<NewServerInput['launch'], { transport: 'stdio' }> {
  return { transport: 'stdio', command: process.execPath, args: [join(root, 'test', 'servers', `${file}.ts`), ...args] }
}

export async function testPorts(dataFolder: string): Promise<Ports> {
  const noVault = () => Promise.reject(new AppError('VAULT_UNAVAILABLE', 'This test has no vault.'))
  return {
    clock: systemClock,
    log: recordingLog(),
    vault: { get: noVault, set: noVault, remove: noVault },
    redactor: createRedactor(),
    paths: {
      dataFolder,
      reaper: {
        command: process.execPath,
        args: [join(root, 'src', 'main', 'engine', 'connections', 'processes', 'reaper.ts')],
        env: {},
      },
    },
    makeId: randomUUID,
    random: () => 0,
    environment: process.env,
    loginShell: null,
    allowEnvironment: false,
    version: '0.0.0-test',
    databaseUrl: null,
  }
}

export async function startTestEngine(
  servers: Readonly<Record<string, Partial<NewServerInput> & Pick<NewServerInput, 'launch'>>> = {},
  overrides: Partial<Ports> = {},
): Promise<Engine> {
  const ports = { ...(await testPorts(await temporaryFolder())), ...overrides }
  const engine = await createEngine(ports)
  onTestFinished(() => engine.close())
  for (const [name, server] of Object.entries(servers)) await engine.registry.add(newServer.parse({ name, ...server }))
  return engine
}
