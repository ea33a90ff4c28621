/** The ports of an engine that runs inside a measuring process, without a host. */
import { randomUUID } from 'node:crypto'
import { systemClock } from '#engine/clock'
import type { Log, Ports, Vault } from '#engine/ports'

const silentLog: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  child: () => silentLog,
}

/** A benchmark has no secrets. */
const emptyVault: Vault = {
  get: () => Promise.resolve(null),
  set: () => Promise.resolve(),
  remove: () => Promise.resolve(),
}

export function enginePorts(dataFolder: string, environment: Ports['environment'] = process.env): Ports {
  const reaper = import.meta.resolve('#engine/connections/processes/reaper')
  return {
    clock: systemClock,
    log: silentLog,
    vault: emptyVault,
    sharedVaultKey: null,
    redactor: { add: () => undefined, redact: (text) => text },
    paths: {
      dataFolder,
      reaper: { command: process.execPath, program: () => `import(${JSON.stringify(reaper)})`, env: {} },
    },
    ownCommand: { command: process.execPath, args: [], env: {} },
    makeId: randomUUID,
    random: Math.random,
    environment,
    loginShell: null,
    allowEnvironment: false,
    version: '1.0.0',
    databaseUrl: null,
  }
}
