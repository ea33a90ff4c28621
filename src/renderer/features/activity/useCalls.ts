/** The matching recorded calls, newest first: followed while the page is visible, older ones read on demand. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { CallFilter, CallPage } from '#contract/tools/call'
import { useEngine } from '#renderer/client/engine.ts'
import { mergeCalls } from '#renderer/features/activity/mergeCalls.ts'
import { usePolling } from '#renderer/parts/call/usePolling.ts'

const pageSize = 100
const always = () => true

export function useCalls(filter: CallFilter) {
  const { queries } = useEngine()
  const newest = useQuery({
    ...queries.calls.list.queryOptions({ input: { ...filter, limit: pageSize } }),
    ...usePolling<CallPage>(always),
    refetchOnMount: 'always',
    gcTime: 0,
  })
  const older = useInfiniteQuery({
    ...queries.calls.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        ...filter,
        limit: pageSize,
        ...(cursor !== undefined && { cursor }),
      }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.next ?? undefined,
    }),
    refetchOnMount: 'always',
    gcTime: 0,
  })
  const { calls, gap } = useMemo(() => mergeCalls(newest.data, older.data?.pages ?? []), [newest.data, older.data])
  const { refetch, hasNextPage, isFetching, fetchNextPage } = older
  useEffect(() => {
    if (gap) void refetch()
  }, [gap, refetch])
  return {
    calls,
    isPending: newest.isPending,
    error: newest.error,
    isMore: hasNextPage,
    readMore: () => {
      if (hasNextPage && !isFetching) void fetchNextPage()
    },
  }
}
