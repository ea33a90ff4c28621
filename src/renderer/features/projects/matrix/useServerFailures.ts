/** The failed servers and the reasons. The matrix shows old tools for them, or none. */
import { useQuery } from '@tanstack/react-query'
import type { ServerSnapshot } from '#contract/servers/server'
import { useEngine } from '#renderer/client/engine.ts'

/** The reasons, by the server's slug. */
export type ServerFailures = Readonly<Record<string, string>>

const none: ServerFailures = {}

function failuresOf(servers: readonly ServerSnapshot[]): ServerFailures {
  return Object.fromEntries(
    servers.flatMap(({ slug, state }) => (state.kind === 'failed' ? [[slug, state.error.message]] : [])),
  )
}

/**
 * Returns the same object while the same servers have failed. Otherwise a single starting server would cause a thousand
 * lines to be rendered again.
 */
export function useServerFailures(): ServerFailures {
  const { queries } = useEngine()
  return useQuery({ ...queries.servers.list.queryOptions(), select: failuresOf }).data ?? none
}
