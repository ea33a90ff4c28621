/**
 * The recorded calls that match the filter. With the newest first, the first page is polled while the page is visible.
 * Further pages, and other orders, are read on demand.
 */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { CallFilter, CallOrder, CallPage } from '#contract/tools/call'
import { useEngine } from '#renderer/client/engine.ts'
import { mergeCalls } from '#renderer/features/activity/mergeCalls.ts'
import { usePolling } from '#renderer/parts/call/usePolling.ts'

const pageSize = 100
const always = () => true

export function useCalls(filter: CallFilter, order: CallOrder) {
  const { queries } = useEngine()
  const isFollowed = order === 'newest'
  const followed = usePolling<CallPage>(always)
  const newest = useQuery({
    ...queries.calls.list.queryOptions({ input: { ...filter, limit: pageSize } }),
    ...followed,
    enabled: isFollowed,
    refetchOnMount: 'always',
    gcTime: 0,
  })
  const older = useInfiniteQuery({
    ...queries.calls.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        ...filter,
        ...(!isFollowed && { order }),
        limit: pageSize,
        ...(cursor !== undefined && { cursor }),
      }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.next ?? undefined,
    }),
    refetchOnMount: 'always',
    gcTime: 0,
  })
  const { calls, gap } = useMemo(
    () => mergeCalls(isFollowed ? newest.data : undefined, older.data?.pages ?? []),
    [isFollowed, newest.data, older.data],
  )
  const { isPending, error } = isFollowed ? newest : older
  const { refetch, hasNextPage, isFetching, fetchNextPage } = older
  useEffect(() => {
    if (gap) void refetch()
  }, [gap, refetch])
  return {
    calls,
    isPending,
    error,
    isMore: hasNextPage,
    readMore: () => {
      if (hasNextPage && !isFetching) void fetchNextPage()
    },
  }
}
