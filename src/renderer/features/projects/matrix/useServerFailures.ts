/** Which servers have failed, and why: the matrix then shows no tools of them, or old ones. */
import { useQuery } from '@tanstack/react-query'
import type { ServerSnapshot } from '#contract/servers/server'
import { useEngine } from '#renderer/client/engine.ts'

/** By slug. */
export type ServerFailures = Readonly<Record<string, string>>

const none: ServerFailures = {}

function failuresOf(servers: readonly ServerSnapshot[]): ServerFailures {
  return Object.fromEntries(
    servers.flatMap(({ slug, state }) => (state.kind === 'failed' ? [[slug, state.error.message]] : [])),
  )
}

/**
 * The same object while the same servers have failed, so that a thousand lines are not rendered again because one
 * server started.
 */
export function useServerFailures(): ServerFailures {
  const { queries } = useEngine()
  return useQuery({ ...queries.servers.list.queryOptions(), select: failuresOf }).data ?? none
}
