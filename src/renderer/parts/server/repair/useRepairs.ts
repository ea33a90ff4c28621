/** The repairs for one server's failure, as working buttons. */
import { useNavigate } from '@tanstack/react-router'
import type { Repair } from '#contract/servers/repair'
import type { ServerSnapshot } from '#contract/servers/server'
import { useProjects } from '#renderer/model/projects/useProjects.ts'
import { useServerActions } from '#renderer/model/servers/useServerActions.ts'
import { useServerDialogs } from '#renderer/model/servers/serverDialogs.ts'
import { changesSettings, type RepairAction, repairActions } from '#renderer/parts/server/repair/repairActions.ts'

export interface Repairs {
  readonly actions: readonly RepairAction[]
  /** The file in which a person must make the other repairs; null: none. */
  readonly file: string | null
}

export function useRepairs(server: ServerSnapshot, repairs: readonly Repair[]): Repairs {
  const dialogs = useServerDialogs()
  const servers = useServerActions()
  const navigate = useNavigate()
  const { data: projects = [] } = useProjects()
  const { slug } = server
  const file = projects.find((project) => project.file !== null && server.projects.includes(project.id))?.file ?? null
  const actions = repairActions(repairs, server, file !== null, {
    edit: (part) => dialogs.editServer(server, part),
    setValue: (repair) => dialogs.setValue(server, repair),
    install: (repair) => dialogs.install(server, repair),
    signIn: () => void navigate({ to: '/servers/$slug', params: { slug } }),
    openHosted: () => void navigate({ to: '/hosting/$slug', params: { slug } }),
    restart: () => void servers.restart(server),
    examine: () => dialogs.examine(server),
  })
  return { actions, file: repairs.some(changesSettings) ? file : null }
}
