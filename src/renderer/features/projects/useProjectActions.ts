/** Actions on projects. Their effect is shown immediately, and each offers Undo. */
import { useMemo } from 'react'
import type { EngineEvent } from '#contract/events'
import type { NewProject, ProjectPatch, ProjectSnapshot } from '#contract/project'
import { useEngine } from '#renderer/client/engine.ts'
import { projectsAfter } from '#renderer/client/projectsAfter.ts'
import { chooseProject, chosenId } from '#renderer/model/projects/chosenProject.ts'
import { useToasts } from '#renderer/ui/overlay/Toasts.tsx'
import { useAttempt } from '#renderer/ui/overlay/useAttempt.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export interface ProjectActions {
  /** `add`, `update` and `duplicate` reject, so that their form can show the error. */
  add(project: NewProject): Promise<ProjectSnapshot>
  update(before: ProjectSnapshot, patch: ProjectPatch): Promise<void>
  duplicate(project: ProjectSnapshot, name: string): Promise<void>
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
    const forget = async (id: string) => {
      await api.projects.remove({ id })
      take({ type: 'project.removed', id })
    }
    const say = (title: string, takeBack: () => Promise<unknown>, detail?: string) =>
      show({
        title,
        ...(detail !== undefined && { detail }),
        action: { label: 'Undo', run: () => void attempt('Could not undo this', takeBack) },
      })
    return {
      async add(project) {
        const added = put(await api.projects.add(project))
        say(`Added ${visibleText(added.name)}`, () => forget(added.id))
        return added
      },
      async update({ id, name, naming, prefix, start, instructions }, patch) {
        const changed = put(await api.projects.update({ id, ...patch }))
        const before = { id, name, naming, prefix, start, instructions } satisfies Required<ProjectPatch> & {
          id: string
        }
        say(`Saved ${visibleText(changed.name)}`, async () => put(await api.projects.update(before)))
      },
      async duplicate({ id, name }, wanted) {
        const copy = put(await api.projects.duplicate({ id, name: wanted }))
        say(`Copied ${visibleText(name)} to ${visibleText(copy.name)}`, () => forget(copy.id))
      },
      async remove({ id, name: title }) {
        const name = visibleText(title)
        const isChosen = chosenId() === id
        const restore = async () => {
          put(await api.projects.restore({ id }))
          if (isChosen) chooseProject(id)
        }
        await attempt(`Could not remove ${name}`, async () => {
          await forget(id)
          if (isChosen) chooseProject(null)
          say(`Removed ${name}`, restore, 'Its servers were kept. Those in no other project have stopped.')
        })
      },
    }
  }, [api, cache, queries, show, attempt])
}
