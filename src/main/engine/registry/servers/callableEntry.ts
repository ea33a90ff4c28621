/** A server of the registry in the form that the router uses. */
import type { CallableServer } from '#engine/connections/callable'
import type { ServerConnection } from '#engine/connections/serverConnection'
import { sessionFacts } from '#engine/policies/sessionFacts'
import type { ServerRow } from '#engine/store/servers/serverRow'

/** `rowOf`: returns the current row. The router reads it for every call. */
export function callableServer(rowOf: () => ServerRow, connection: ServerConnection): CallableServer {
  let seen: ServerRow | null = null
  let callable: CallableServer['row'] | null = null
  return {
    connection,
    get row() {
      const row = rowOf()
      if (row !== seen || callable === null) {
        seen = row
        callable = callableRow(row)
      }
      return callable
    },
    ...(isForCallers(connection) && { connectionFor: (callerKey, era) => connection.connectionFor(callerKey, era) }),
  }
}

type ForCallers = Required<Pick<ServerConnection, 'connectionFor'>> & ServerConnection

function isForCallers(connection: ServerConnection): connection is ForCallers {
  return connection.connectionFor !== undefined
}

/**
 * During several concurrent calls, it would be unclear which caller a server's question is for. A server that asks
 * therefore gets one call at a time.
 */
export function callableRow(row: ServerRow): CallableServer['row'] {
  return sessionFacts[row.sessions].yieldsToAsking && row.asksCallers ? { ...row, concurrency: 1 } : row
}
