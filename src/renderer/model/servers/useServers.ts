import { useQuery } from '@tanstack/react-query'
import { useEngine } from '#renderer/client/engine.ts'

export function useServers() {
  const { queries } = useEngine()
  return useQuery(queries.servers.list.queryOptions())
}
