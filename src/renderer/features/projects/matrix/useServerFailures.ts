/** Which servers have failed, and why: what makes the matrix show no tools of them, or yesterday's. */
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

/** The same object while the same ones have failed: a thousand lines are not drawn again because one server has started. */
export function useServerFailures(): ServerFailures {
  const { queries } = useEngine()
  return useQuery({ ...queries.servers.list.queryOptions(), select: failuresOf }).data ?? none
}
