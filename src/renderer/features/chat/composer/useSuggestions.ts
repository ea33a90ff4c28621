/** The suggestions for text typed after `@` or `/`. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { PromptSnapshot, ResourceSnapshot } from '#contract/tools/catalog'
import { noTimeout } from '#renderer/client/api.ts'
import type { Suggestion } from '#renderer/features/chat/composer/SuggestionList.tsx'
import { answersQuery, type Trigger } from '#renderer/features/chat/composer/trigger.ts'
import { useEngine } from '#renderer/client/engine.ts'

const maxShown = 40
const freshMs = 30_000

export interface SuggestionChoices {
  onPrompt: (prompt: PromptSnapshot) => void
  onResource: (resource: ResourceSnapshot) => void
}

export function useSuggestions(projectId: string, trigger: Trigger | null, choices: SuggestionChoices) {
  const { queries } = useEngine()
  // Reading the lists may start servers, so they are read only when a list is opened.
  const when = { staleTime: freshMs, ...noTimeout }
  const prompts = useQuery({
    ...queries.catalog.prompts.queryOptions({ input: { projectId }, ...noTimeout }),
    ...when,
    enabled: trigger?.kind === 'prompt',
  })
  const resources = useQuery({
    ...queries.catalog.resources.queryOptions({ input: { projectId }, ...noTimeout }),
    ...when,
    enabled: trigger?.kind === 'resource',
  })
  const { onPrompt, onResource } = choices
  const suggestions = useMemo((): Suggestion[] => {
    if (trigger === null) return []
    if (trigger.kind === 'prompt')
      return (prompts.data ?? [])
        .filter((one) => answersQuery(trigger.query, one.name, one.title, one.description))
        .slice(0, maxShown)
        .map((one) => ({
          key: one.name,
          title: one.title ?? one.name,
          detail: one.description ?? '',
          server: one.server,
          choose: () => onPrompt(one),
        }))
    return (resources.data ?? [])
      .filter((one) => answersQuery(trigger.query, one.name, one.title, one.uri))
      .slice(0, maxShown)
      .map((one) => ({
        key: one.uri,
        title: one.title ?? one.name,
        detail: one.uri,
        server: one.server,
        choose: () => onResource(one),
      }))
  }, [trigger, prompts.data, resources.data, onPrompt, onResource])
  const asked = trigger?.kind === 'prompt' ? prompts : resources
  return { suggestions, isPending: trigger !== null && asked.isPending }
}
