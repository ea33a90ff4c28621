import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useEngine } from '#renderer/client/engine.ts'
import { type UsageByTool, usageByTool } from '#renderer/features/tools/sortTools.ts'

const none: readonly never[] = []

/** The usage of each tool, read only if it is needed. */
export function useToolUsage(projectId: string | null, isNeeded: boolean): UsageByTool {
  const { queries } = useEngine()
  const { data = none } = useQuery({
    ...queries.tools.usage.queryOptions({ input: projectId === null ? {} : { projectId } }),
    enabled: isNeeded,
    refetchOnMount: 'always',
  })
  return useMemo(() => usageByTool(data), [data])
}
