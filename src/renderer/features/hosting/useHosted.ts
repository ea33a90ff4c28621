/** Queries about hosted servers. Their usage changes all the time, so it is polled while it is shown. */
import { useQuery } from '@tanstack/react-query'
import { useEngine } from '#renderer/client/engine.ts'

const usageMs = 5_000

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

/** Newer versions of packages. The engine asks the registries only while a person is looking at the page. */
export function usePackageUpdates() {
  const { queries } = useEngine()
  return useQuery({ ...queries.hosting.packageUpdates.queryOptions(), staleTime: 600_000, retry: false })
}

export function useVolumes() {
  const { queries } = useEngine()
  return useQuery({ ...queries.hosting.volumes.queryOptions(), refetchOnMount: 'always' })
}

export function useRuntimes() {
  const { queries } = useEngine()
  return useQuery({ ...queries.hosting.runtimes.queryOptions(), refetchOnMount: 'always' })
}
