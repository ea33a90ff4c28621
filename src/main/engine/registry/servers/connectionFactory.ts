/** Creates a server's connection according to its row: one of its own, a shared one, or one per caller. */
import { createHash } from 'node:crypto'
import { canonicalJson } from '#engine/policies/canonicalJson'
import type { Launch, ProtocolEra, StdioLaunch } from '#contract/servers/server'
import { isSampleLaunch } from '#contract/servers/sample'
import { hasAddress, hasProcess, isContainer, transports } from '#contract/servers/transports'
import { childEnvironment } from '#engine/connections/environment/childEnvironment'
import { Connection } from '#engine/connections/connection'
import type { ConnectionEvents, ConnectionOptions, ConnectionRules } from '#engine/connections/connectionOptions'
import type { ServerConnection } from '#engine/connections/serverConnection'
import type { ServerLog } from '#engine/connections/serverLog'
import { defaultBudgets } from '#engine/connections/session/sessionBudgets'
import { DedicatedConnection } from '#engine/connections/sharing/dedicatedConnection'
import { SharedConnection } from '#engine/connections/sharing/sharedConnection'
import { SharedProcesses } from '#engine/connections/sharing/sharedProcess'
import { TwoEraConnection } from '#engine/connections/sharing/twoEraConnection'
import type { OpenTransport, Prepared } from '#engine/connections/transport'
import { hasOwnCredentials } from '#engine/connections/transports/httpLaunch'
import { hostedSupervisionRules } from '#engine/policies/supervision'
import { sessionFacts } from '#engine/policies/sessionFacts'
import type { Log, Ports } from '#engine/ports'
import { secretsIn } from '#engine/secrets/shownLaunch'
import type { FillLaunch } from '#engine/secrets/launchFiller'
import type { ServerRow } from '#engine/store/servers/serverRow'

/** How long a "legacy" verdict counts before it is checked again, because the server may have been updated. */
const eraVerdictMs = 7 * 86_400_000
/** The maximum number of dedicated sessions per server. */
const dedicatedPlaces = 8

/** The parts of a server that may change while its connection stays. */
export interface LiveServer {
  row(): ServerRow
  /** Whether the server may be stopped while idle. */
  mayRest(): boolean
  /** Whether using the server may start it. */
  mayStart(): boolean
}

/** `log`: the server's log, which all its connections share. */
export type MakeConnection = (
  row: ServerRow,
  live: LiveServer,
  events: ConnectionEvents,
  log: ServerLog,
) => ServerConnection

type Environment = Readonly<Record<string, string | undefined>>

export interface FactoryParts {
  readonly openTransport: OpenTransport
  readonly prepareLaunch: PrepareLaunch
}

export interface LaunchParts {
  readonly fillLaunch: FillLaunch
  /** The engine's own environment. Processes inherit a safe part of it. */
  readonly ownEnvironment: () => Promise<Environment>
}

/** Prepares a row's launch. Afterwards the redactor knows the launch's secrets. */
export type PrepareLaunch = (row: ServerRow) => Promise<Prepared>

export function launchPreparer(
  { redactor, ownCommand }: Ports,
  { fillLaunch, ownEnvironment }: LaunchParts,
): PrepareLaunch {
  return async (row) => {
    const launch = await fillLaunch(row)
    for (const secret of secretsIn(launch)) redactor.add(secret)
    if (hasProcess(launch)) return withEnvironment(withOwnProgram(launch, ownCommand), await ownEnvironment())
    // Two servers with the same address count as two accounts, and never share a session.
    return hasAddress(launch) && !hasOwnCredentials(launch) ? { ...launch, account: row.id } : launch
  }
}

/** The sample server is run by the program of this installation, wherever that is now. */
function withOwnProgram(launch: StdioLaunch, { command, args, env }: Ports['ownCommand']): StdioLaunch {
  if (!isSampleLaunch(launch)) return launch
  return { ...launch, command, args: [...args, ...launch.args], env: { ...launch.env, ...env } }
}

export function connectionFactory(ports: Ports, { openTransport, prepareLaunch }: FactoryParts): MakeConnection {
  const redact = (text: string) => ports.redactor.redact(text)
  const processes = new SharedProcesses()
  const identity = { name: 'switchboard', version: ports.version }
  const optionsOf = (row: ServerRow, live: LiveServer, serverLog: ServerLog): ConnectionOptions => ({
    slug: row.slug,
    rules: new LiveRules(live),
    isRemote: hasAddress(row.launch),
    isHosted: isContainer(row.launch),
    prepareLaunch: () => prepareLaunch(live.row()),
    knownEra: row.era !== null && ports.clock.now() - row.era.checkedAt < eraVerdictMs ? row.era.era : null,
    past: { wasReady: row.era !== null },
    identity,
    openTransport,
    budgets: defaultBudgets,
    clock: ports.clock,
    random: ports.random,
    log: ports.log,
    serverLog,
    redact,
    ...(isContainer(row.launch) && { supervision: hostedSupervisionRules, heartbeatMs: row.launch.heartbeatMs }),
  })
  const make = (row: ServerRow, live: LiveServer, connection: ConnectionOptions, events: ConnectionEvents) => {
    if (isContainer(row.launch)) {
      // One container serves all projects.
      const keyOf = () => row.id
      return new SharedConnection({ projectId: row.projectId, connection, processes, keyOf }, events)
    }
    switch (row.sessions) {
      case 'project':
        return new Connection(connection, events)
      case 'auto':
      case 'shared': {
        const keyOf = (launch: Launch) => processKey(launch, live.row(), connection.wantedEra)
        return new SharedConnection({ projectId: row.projectId, connection, processes, keyOf }, events)
      }
      case 'dedicated': {
        const callerRules = rulesOfCallers(live)
        return new DedicatedConnection({ connection, callerRules, places: dedicatedPlaces }, events)
      }
    }
  }
  return (row, live, events, log) => {
    const connection = optionsOf(row, live, log)
    // A container gets no second session: that would be a second container.
    if (transports[row.launch.transport].eras === 'legacy' || isContainer(row.launch))
      return make(row, live, connection, events)
    return new TwoEraConnection(
      {
        clock: ports.clock,
        first: (own) => make(row, live, connection, own),
        other: (wantedEra, own, isKnown) => {
          const rules = rulesOfCallers(live)
          return make(row, live, { ...connection, ...quietUntil(isKnown, connection), wantedEra, rules }, own)
        },
      },
      events,
    )
  }
}

/**
 * Options for a session in the other era. The server may not support that era, which is not a fault. Until a session
 * has been ready in it (`isKnown`), warnings therefore become debug messages and the server's log gets no lines from
 * the engine. A failure that may be permanent is not retried.
 */
function quietUntil(isKnown: () => boolean, { log, serverLog }: ConnectionOptions) {
  return {
    past: { wasReady: false },
    log: {
      debug: log.debug.bind(log),
      info: log.info.bind(log),
      warn: (...said: Parameters<Log['warn']>) => (isKnown() ? log.warn(...said) : log.debug(...said)),
      error: log.error.bind(log),
      child: log.child.bind(log),
    },
    serverLog: {
      ...serverLog,
      append: (...said: Parameters<ServerLog['append']>) => {
        if (said[0] !== 'engine' || isKnown()) serverLog.append(...said)
      },
    },
  }
}

/** Rules that always follow the server's current settings. */
class LiveRules implements ConnectionRules {
  readonly #live: LiveServer

  constructor(live: LiveServer) {
    this.#live = live
  }

  get restart() {
    return this.#live.row().restart
  }

  get idleLimitMs() {
    return this.#live.mayRest() ? this.#live.row().idleStopMs : null
  }

  get mayStart() {
    return this.#live.mayStart()
  }
}

/** A session for one caller or one era may always be stopped while idle. */
function rulesOfCallers(live: LiveServer): ConnectionRules {
  return new LiveRules({ ...live, mayRest: () => true })
}

/**
 * Launches with equal keys share a process: those of one server in several projects. If the `sessions` setting allows
 * it, also those of other servers with the same launch, restart and concurrency settings.
 */
function processKey(launch: Launch, { id, sessions, restart, concurrency }: ServerRow, era?: ProtocolEra): string {
  const whose = sessionFacts[sessions].joinsOtherServers ? [restart, concurrency] : [id]
  const text = canonicalJson([launch, ...whose, era ?? null])
  return createHash('sha256').update(text).digest('base64')
}

function withEnvironment(launch: StdioLaunch, own: Environment): StdioLaunch {
  return { ...launch, env: childEnvironment(own, launch.env) }
}
