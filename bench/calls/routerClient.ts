/** Switchboard's own way for the same call: an engine without a host, its router asked as the gateway asks it. */
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { newServer } from '#contract/server'
import { textOf, type ConnectClient } from '#bench/calls/callClient'
import { systemClock } from '#engine/clock'
import { createEngine } from '#engine/createEngine'
import type { Log, Ports, Vault } from '#engine/ports'
import type { Scope } from '#engine/registry/scope'
import type { Caller } from '#engine/router/call'

const silentLog: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  child: () => silentLog,
}

/** There are no secrets in a benchmark. */
const emptyVault: Vault = {
  get: () => Promise.resolve(null),
  set: () => Promise.resolve(),
  remove: () => Promise.resolve(),
}

function ports(dataFolder: string): Ports {
  const reaper = fileURLToPath(import.meta.resolve('#engine/connections/processes/reaper'))
  return {
    clock: systemClock,
    log: silentLog,
    vault: emptyVault,
    redactor: { add: () => undefined, redact: (text) => text },
    paths: { dataFolder, reaper: { command: process.execPath, args: [reaper], env: {} } },
    makeId: randomUUID,
    random: Math.random,
    environment: process.env,
    loginShell: null,
    allowEnvironment: false,
    version: '1.0.0',
    databaseUrl: null,
  }
}

export const connectRouterClient: ConnectClient = async (serverScript, folder) => {
  const engine = await createEngine(ports(folder))
  const launch = { transport: 'stdio', command: process.execPath, args: [serverScript] } as const
  await engine.registry.add(newServer.parse({ name: 'bench', launch, concurrency: 64 }))
  const scope: Scope = { kind: 'all' }
  const caller: Caller = { key: 'bench', capabilities: {}, ask: null }
  return {
    async call(text) {
      return textOf(await engine.router.callTool(scope, { params: { name: 'echo', arguments: { text } }, caller }))
    },
    close: () => engine.close(),
  }
}
