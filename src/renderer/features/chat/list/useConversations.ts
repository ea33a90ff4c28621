/** The conversations that match a search, page by page. */
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useEngine } from '#renderer/client/engine.ts'

const pageSize = 50

export function useConversations(projectId: string | undefined, search: string) {
  const { queries } = useEngine()
  const text = search.trim().slice(0, 256)
  const { data, error, hasNextPage, isFetching, isPending, fetchNextPage } = useInfiniteQuery({
    ...queries.chat.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        limit: pageSize,
        ...(projectId !== undefined && { projectId }),
        ...(text !== '' && { text }),
        ...(cursor !== undefined && { cursor }),
      }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.next ?? undefined,
    }),
    placeholderData: keepPreviousData,
  })
  const conversations = useMemo(() => data?.pages.flatMap((page) => page.conversations) ?? [], [data])
  return {
    conversations,
    error,
    isPending,
    isMore: hasNextPage,
    readMore: () => {
      if (hasNextPage && !isFetching) void fetchNextPage()
    },
  }
}
