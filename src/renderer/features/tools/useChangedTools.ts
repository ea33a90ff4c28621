import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useEngine } from '#renderer/client/engine.ts'
import { toolKey } from '#renderer/model/tools/toolKey.ts'

/** Keys of allowed tools whose definition has changed since they were allowed. Their calls need approval again. */
export function useChangedTools(): ReadonlySet<string> {
  const { queries } = useEngine()
  const { data: decisions } = useQuery(queries.decisions.list.queryOptions())
  return useMemo(() => {
    const outdated = (decisions ?? []).filter((decision) => decision.outdated)
    return new Set(outdated.map(({ server, tool }) => toolKey({ server, name: tool })))
  }, [decisions])
}
