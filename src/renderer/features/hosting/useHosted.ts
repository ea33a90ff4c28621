/** What the engine knows of hosted servers. What they use changes all the time, so it is looked at while it is seen. */
import { useQuery } from '@tanstack/react-query'
import { useEngine } from '#renderer/client/engine.ts'

const usageMs = 5_000
const logMs = 2_000
const logLines = 1_000

export function useHostedServers() {
  const { queries } = useEngine()
  return useQuery({ ...queries.hosting.list.queryOptions(), refetchInterval: usageMs, refetchOnMount: 'always' })
}

export function useHostedHistory(id: string) {
  const { queries } = useEngine()
  return useQuery({
    ...queries.hosting.history.queryOptions({ input: { id } }),
    refetchInterval: usageMs,
    refetchOnMount: 'always',
  })
}

export function useHostedLog(id: string) {
  const { queries } = useEngine()
  return useQuery({
    ...queries.hosting.logs.queryOptions({ input: { id, tail: logLines } }),
    refetchInterval: logMs,
    refetchOnMount: 'always',
  })
}

export function useVolumes() {
  const { queries } = useEngine()
  return useQuery({ ...queries.hosting.volumes.queryOptions(), refetchOnMount: 'always' })
}

export function useRuntimes() {
  const { queries } = useEngine()
  return useQuery({ ...queries.hosting.runtimes.queryOptions(), refetchOnMount: 'always' })
}
