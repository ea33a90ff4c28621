/** Makes the connection of a server: what a row says, and what the engine supplies to all of them. */
import type { Launch } from '#contract/server'
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

export function connectionFactory(ports: Ports, openTransport: OpenTransport, fillLaunch: FillLaunch): MakeConnection {
  const redact = (text: string) => ports.redactor.redact(text)
  return (row, events) =>
    new Connection(
      {
        slug: row.slug,
        restart: row.restart,
        isRemote: row.launch.transport !== 'stdio',
        prepareLaunch: async () => prepareLaunch(await fillLaunch(row), ports),
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

function prepareLaunch(launch: Launch, ports: Ports): Launch {
  for (const secret of secretsIn(launch)) ports.redactor.add(secret)
  return launch.transport === 'stdio' ? { ...launch, env: childEnvironment(ports.environment, launch.env) } : launch
}
