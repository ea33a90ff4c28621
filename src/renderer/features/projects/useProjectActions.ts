/** What a person can do with a project: shown at once, and a removal can be taken back. */
import { useMemo } from 'react'
import type { EngineEvent } from '#contract/events'
import type { NewProject, ProjectPatch, ProjectSnapshot } from '#contract/project'
import { useEngine } from '#renderer/client/engine.ts'
import { projectsAfter } from '#renderer/client/projectsAfter.ts'
import { chooseProject } from '#renderer/model/projects/chosenProject.ts'
import { useToasts } from '#renderer/ui/overlay/Toasts.tsx'
import { useAttempt } from '#renderer/ui/overlay/useAttempt.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export interface ProjectActions {
  /** These two reject: their form says what is wrong. */
  add(project: NewProject): Promise<ProjectSnapshot>
  update(id: string, patch: ProjectPatch): Promise<ProjectSnapshot>
  remove(project: ProjectSnapshot): Promise<void>
}

export function useProjectActions(): ProjectActions {
  const { api, cache, queries } = useEngine()
  const { show } = useToasts()
  const attempt = useAttempt()
  return useMemo(() => {
    const take = (event: EngineEvent) =>
      cache.setQueryData(queries.projects.list.queryKey(), (known) => known && projectsAfter(known, [event]))
    const put = (project: ProjectSnapshot) => {
      take({ type: 'project.changed', project })
      return project
    }
    return {
      async add(project) {
        return put(await api.projects.add(project))
      },
      async update(id, patch) {
        return put(await api.projects.update({ id, ...patch }))
      },
      async remove(project) {
        const name = visibleText(project.name)
        const restore = async () => {
          put(await api.projects.restore({ id: project.id }))
          chooseProject(project.id)
        }
        await attempt(`Could not remove ${name}`, async () => {
          await api.projects.remove({ id: project.id })
          take({ type: 'project.removed', id: project.id })
          chooseProject(null)
          show({
            title: `Removed ${name} and its servers`,
            action: { label: 'Undo', run: () => void attempt(`Could not bring ${name} back`, restore) },
          })
        })
      },
    }
  }, [api, cache, queries, show, attempt])
}
