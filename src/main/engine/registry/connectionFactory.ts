/** Makes the connection of a server: what a row says, and what the engine supplies to all of them. */
import type { Launch, StdioLaunch } from '#contract/server'
import { childEnvironment } from '#engine/connections/childEnvironment'
import { Connection } from '#engine/connections/connection'
import type { ConnectionEvents } from '#engine/connections/connectionOptions'
import { createServerLog } from '#engine/connections/serverLog'
import { defaultBudgets } from '#engine/connections/sessionBudgets'
import type { OpenTransport } from '#engine/connections/transport'
import type { Ports } from '#engine/ports'
import { secretsIn } from '#engine/registry/shownLaunch'
import type { FillLaunch } from '#engine/secrets/launchFiller'
import type { ServerRow } from '#engine/store/serverStore'

/** A verdict of "legacy" is asked for again after this time: the server may have been updated. */
const eraVerdictMs = 7 * 86_400_000

export type MakeConnection = (row: ServerRow, events: ConnectionEvents) => Connection

type Environment = Readonly<Record<string, string | undefined>>

export interface FactoryParts {
  readonly openTransport: OpenTransport
  readonly prepareLaunch: PrepareLaunch
}

export interface LaunchParts {
  readonly fillLaunch: FillLaunch
  /** Of which processes inherit a safe part. */
  readonly ownEnvironment: () => Promise<Environment>
}

/** The launch of a row as it is started; its secrets are known to the redactor from then on. */
export type PrepareLaunch = (row: ServerRow) => Promise<Launch>

export function launchPreparer({ redactor }: Ports, { fillLaunch, ownEnvironment }: LaunchParts): PrepareLaunch {
  return async (row) => {
    const launch = await fillLaunch(row)
    for (const secret of secretsIn(launch)) redactor.add(secret)
    return launch.transport === 'stdio' ? withEnvironment(launch, await ownEnvironment()) : launch
  }
}

export function connectionFactory(ports: Ports, { openTransport, prepareLaunch }: FactoryParts): MakeConnection {
  const redact = (text: string) => ports.redactor.redact(text)
  return (row, events) =>
    new Connection(
      {
        slug: row.slug,
        restart: row.restart,
        isRemote: row.launch.transport !== 'stdio',
        prepareLaunch: () => prepareLaunch(row),
        knownEra: row.era !== null && ports.clock.now() - row.era.checkedAt < eraVerdictMs ? row.era.era : null,
        identity: { name: 'switchboard', version: ports.version },
        openTransport,
        budgets: defaultBudgets,
        clock: ports.clock,
        random: ports.random,
        log: ports.log,
        serverLog: createServerLog({ clock: ports.clock, redact }),
        redact,
      },
      events,
    )
}

function withEnvironment(launch: StdioLaunch, own: Environment): StdioLaunch {
  return { ...launch, env: childEnvironment(own, launch.env) }
}
