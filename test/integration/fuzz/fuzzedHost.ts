/**
 * Opens a host with its doors, assembled as in the product, on an engine with real servers, and collects internal
 * faults.
 */
import { onTestFinished } from 'vitest'
import { newProject } from '#contract/project'
import { newServer } from '#contract/servers/server'
import { systemClock } from '#engine/clock'
import { createEngine, type Engine } from '#engine/createEngine'
import { implementContract } from '#engine/handlers'
import type { Log } from '#engine/ports'
import { openVault } from '#engine/secrets/openVault'
import { readEngineNote } from '#main/host/engineNote'
import { openHost } from '#main/host/openHost'
import { createWires } from '#main/host/wires/wires'
import { wiresOnDemand } from '#main/host/wires/wiresOnDemand'
import { ownerToken } from '#test/integration/gateway/clientDoor'
import { temporaryFolder } from '#test/support/temporaryFolder'
import { testServer } from '#test/support/testEngine'
import { testPorts } from '#test/support/testPorts'

const variableOfServer = 'the-password-of-a-server'

export interface FuzzedHost {
  readonly engine: Engine
  readonly dataFolder: string
  readonly controlPath: string
  readonly url: string
  readonly token: string
  /** The name of a client that may use the control socket. */
  readonly client: string
  /** The strings that no answer may contain. */
  readonly secrets: readonly string[]
  /** Errors in the log, and uncaught errors. */
  readonly faults: readonly string[]
}

export async function openFuzzedHost(): Promise<FuzzedHost> {
  const dataFolder = await temporaryFolder()
  const faults: string[] = []
  watchProcess(faults)
  const log = logOf(faults)
  const ports = {
    ...testPorts(dataFolder),
    log,
    vault: openVault({ clock: systemClock, dataFolder, key: 'the key of the vault' }),
    environment: { PATH: process.env['PATH'], HOME: dataFolder },
  }
  const made: Engine[] = []
  const host = await openHost(
    {
      openPorts: () => ({ ports, close: () => Promise.resolve() }),
      createEngine: async (given) => {
        const engine = await createEngine(given)
        made.push(engine)
        return engine
      },
      openWires: (engine, facts) =>
        wiresOnDemand(() => Promise.resolve(createWires(implementContract(engine, facts), log)), log),
    },
    {
      kind: 'headless',
      version: '0',
      dataFolder,
      port: 0,
      pageFolder: null,
      configFile: null,
      environment: { SWITCHBOARD_TOKEN: ownerToken },
      reaperModule: '',
      warnOnStderr: false,
    },
  )
  onTestFinished(() => host.close())
  const [engine] = made
  if (engine === undefined) throw new Error('the host has no engine')
  await addServers(engine)
  const { name } = await engine.access.create({ name: 'fuzzed' })
  return {
    engine,
    dataFolder,
    controlPath: readEngineNote(dataFolder)?.socket ?? '',
    url: host.url ?? '',
    token: ownerToken,
    client: name,
    secrets: [ownerToken, variableOfServer],
    faults,
  }
}

/** Adds the server `one` to the default project, and `two` to the project `work`. */
async function addServers(engine: Engine): Promise<void> {
  const launch = { ...testServer('echo'), env: { PASSWORD: variableOfServer } }
  await engine.servers.add(newServer.parse({ name: 'one', launch }))
  const { id: projectId } = await engine.projects.add(newProject.parse({ name: 'work' }))
  await engine.servers.add(newServer.parse({ name: 'two', launch, projectId }))
  await engine.registry.use({ kind: 'all' })
}

function logOf(faults: string[]): Log {
  const nothing = () => undefined
  const error: Log['error'] = (fields, message) => void faults.push(`${message}: ${JSON.stringify(fields)}`)
  const log: Log = { debug: nothing, info: nothing, warn: nothing, error, child: () => log }
  return log
}

/** Collects uncaught errors, which would end the product. */
function watchProcess(faults: string[]): void {
  const note = (thrown: unknown) =>
    void faults.push(`uncaught: ${thrown instanceof Error ? thrown.stack : String(thrown)}`)
  process.on('unhandledRejection', note).on('uncaughtExceptionMonitor', note)
  onTestFinished(() => {
    process.off('unhandledRejection', note).off('uncaughtExceptionMonitor', note)
  })
}
