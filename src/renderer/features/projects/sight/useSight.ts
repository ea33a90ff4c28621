/** The tools that a client sees in a project, kept up to date by events, and the switches that change them. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ToolInSight } from '#contract/tools/sight'
import { useEngine } from '#renderer/client/engine.ts'
import type { Viewpoint } from '#renderer/features/projects/sight/sightWords.ts'
import { useToasts } from '#renderer/ui/overlay/Toasts.tsx'
import { useAttempt } from '#renderer/ui/overlay/useAttempt.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

const none: readonly never[] = []

export function useSight(projectId: string | null, clientId: string | null, isKnown: boolean) {
  const { queries } = useEngine()
  const input = useMemo(
    () => ({ ...(projectId !== null && { projectId }), ...(clientId !== null && { clientId }) }),
    [projectId, clientId],
  )
  const { data, error, refetch } = useQuery({
    ...queries.tools.inSight.queryOptions({ input }),
    enabled: isKnown,
    // Comparing thousands of tools costs more than rendering the few visible ones.
    structuralSharing: false,
  })
  return {
    tools: data ?? none,
    isPending: data === undefined && error === null,
    error: data === undefined ? error : null,
    retry: () => void refetch(),
  }
}

export interface SightSwitches {
  switchServerOn(slug: string, serverName: string): void
  switchToolOn(tool: ToolInSight, serverName: string): void
}

/** Switches for servers and tools in the shown project. Each switch offers Undo. */
export function useSightSwitches(project: Viewpoint['project']): SightSwitches {
  const { api } = useEngine()
  const { show } = useToasts()
  const attempt = useAttempt()
  return useMemo(() => {
    const run = async (what: string, change: (enabled: boolean) => Promise<unknown>) => {
      if (!(await attempt(`Could not switch ${what} on`, () => change(true)))) return
      const undo = () => void attempt('Could not undo this', () => change(false))
      show({
        title: `Switched ${what} on in ${visibleText(project?.name ?? '')}`,
        action: { label: 'Undo', run: undo },
      })
    }
    const id = project?.id ?? ''
    return {
      switchServerOn: (slug, serverName) =>
        void run(visibleText(serverName), (enabled) => api.projects.putServer({ id, slug, enabled })),
      switchToolOn: ({ server, name }, serverName) =>
        void run(`${visibleText(name)} of ${visibleText(serverName)}`, (enabled) =>
          api.projects.setTools({ id, server, names: [name], enabled }),
        ),
    }
  }, [api, attempt, show, project?.id, project?.name])
}
