/**
 * Connects a command to an engine: the data folder's running engine through its control socket, or a temporary engine
 * in this process. A configuration file's engine uses a temporary folder. An engine that the command started is closed
 * with the command.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '#contract/errors'
import type { ContractClient, ControlConnection } from '#main/host/control/controlClient'
import type { HostOptions, RunningHost, StartHost } from '#main/host/host'
import type { Interruption } from '#main/cli/interruption'

/** What the built command knows about itself. */
export interface Installation {
  readonly version: string
  /** The folder of the built page; null if there is no page to serve. */
  readonly pageFolder: string | null
  readonly reaperModule: string
  /** The command's own file, to start it again. */
  readonly commandFile: string
  /** Loads the host, which is needed only to start an engine. Most commands find one running. */
  readonly loadHost: () => Promise<StartHost>
}

export interface EnginePlace {
  readonly dataFolder: string
  readonly configFile: string | null
  /** Whether an engine started for this command lets servers use its environment. */
  readonly allowEnvironment: boolean
  /** Whether that engine starts servers only when they are used. */
  readonly startServersOnUse?: boolean
}

/** `isOwn`: whether the engine was started for this command. */
export type EngineWork<T> = (client: ContractClient, signal: AbortSignal, isOwn: boolean) => Promise<T>

export interface EngineAccess {
  readonly installation: Installation
  readonly environment: HostOptions['environment']
  readonly interruption: Interruption
}

export async function withEngineAt<T>(access: EngineAccess, place: EnginePlace, work: EngineWork<T>): Promise<T> {
  if (place.configFile === null) return withDataFolder(access, place, work)
  const folder = await mkdtemp(join(tmpdir(), 'switchboard-'))
  try {
    const own = {
      ...place,
      dataFolder: folder,
      configFile: resolve(place.configFile),
      readSecretsOf: place.dataFolder,
    }
    return await withOwnEngine(access, own, work)
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** How long to wait while another command starts or closes an engine on the data folder. */
const settleTimeoutMs = 15_000
const settlePollMs = 50

async function withDataFolder<T>(access: EngineAccess, place: EnginePlace, work: EngineWork<T>): Promise<T> {
  const { dataFolder } = place
  const { signal } = access.interruption
  for (let waitedMs = 0; ; waitedMs += settlePollMs) {
    const connection = await connect(dataFolder)
    if (connection !== null) return workWith(access, connection, false, work)
    const host = await start(access, place).catch((error: unknown) => {
      if (isEngineRunning(error) && waitedMs < settleTimeoutMs) return null
      throw error
    })
    if (host !== null) return closing(access, host, () => workAt(access, dataFolder, work))
    await delay(settlePollMs, undefined, { signal })
  }
}

interface OwnPlace extends EnginePlace {
  readonly readSecretsOf?: string
}

async function withOwnEngine<T>(access: EngineAccess, place: OwnPlace, work: EngineWork<T>): Promise<T> {
  const host = await start(access, place)
  return closing(access, host, () => workAt(access, place.dataFolder, work))
}

async function start(access: EngineAccess, place: OwnPlace): Promise<RunningHost> {
  const { version, reaperModule, loadHost } = access.installation
  const startHost = await loadHost()
  access.interruption.signal.throwIfAborted()
  return startHost({
    kind: 'headless',
    version,
    ...place,
    port: null,
    pageFolder: null,
    environment: access.environment,
    reaperModule,
    warnOnStderr: false,
    tenure: 'moment',
  })
}

/**
 * Closes the command's own engine after the work. Other commands may be using the engine by then, so this waits for
 * them, unless the command is interrupted.
 */
async function closing<T>(access: EngineAccess, host: RunningHost, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } finally {
    await Promise.race([host.emptied(false), access.interruption.interrupted.catch(() => undefined)])
    await host.close()
  }
}

/** Connects to the running engine. The client is loaded here, because `serve` does not need it. */
async function connect(dataFolder: string): Promise<ControlConnection | null> {
  const { connectControl } = await import('#main/host/control/controlClient')
  return connectControl(dataFolder)
}

/** A command connects to its own engine as to any other, so that everything works and fails in the same way. */
async function workAt<T>(access: EngineAccess, dataFolder: string, work: EngineWork<T>): Promise<T> {
  const connection = await connect(dataFolder)
  if (connection === null) throw new AppError('INTERNAL', 'The engine started but does not respond.')
  return workWith(access, connection, true, work)
}

async function workWith<T>(
  access: EngineAccess,
  connection: ControlConnection,
  isOwn: boolean,
  work: EngineWork<T>,
): Promise<T> {
  const { signal, interrupted } = access.interruption
  const gone = connection.closed.then((): never => {
    throw new AppError('SERVER_LOST', 'The engine stopped before it answered.')
  })
  gone.catch(() => undefined)
  try {
    signal.throwIfAborted()
    return await Promise.race([work(connection.client, signal, isOwn), interrupted, gone])
  } finally {
    connection.close()
  }
}

function isEngineRunning(error: unknown): boolean {
  return error instanceof AppError && error.code === 'ENGINE_RUNNING'
}
