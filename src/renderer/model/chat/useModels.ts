import { useQuery } from '@tanstack/react-query'
import { useEngine } from '#renderer/client/engine.ts'

/** The models listed by the model provider in use. */
export function useModels() {
  const { queries } = useEngine()
  return useQuery({ ...queries.models.list.queryOptions(), staleTime: 5 * 60_000, refetchOnMount: true })
}
