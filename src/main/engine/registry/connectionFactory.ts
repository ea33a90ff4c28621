/** Makes the connection of a server: what a row says, and what the engine supplies to all of them. */
import type { StdioLaunch } from '#contract/server'
import { childEnvironment } from '#engine/connections/childEnvironment'
import { Connection, type ConnectionEvents } from '#engine/connections/connection'
import { createServerLog } from '#engine/connections/serverLog'
import { defaultBudgets } from '#engine/connections/session'
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
  readonly fillLaunch: FillLaunch
  /** Of which processes inherit a safe part. */
  readonly ownEnvironment: () => Promise<Environment>
}

export function connectionFactory(ports: Ports, parts: FactoryParts): MakeConnection {
  const { openTransport, fillLaunch, ownEnvironment } = parts
  const redact = (text: string) => ports.redactor.redact(text)
  return (row, events) =>
    new Connection(
      {
        slug: row.slug,
        restart: row.restart,
        isRemote: row.launch.transport !== 'stdio',
        prepareLaunch: async () => {
          const launch = await fillLaunch(row)
          for (const secret of secretsIn(launch)) ports.redactor.add(secret)
          return launch.transport === 'stdio' ? withEnvironment(launch, await ownEnvironment()) : launch
        },
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
