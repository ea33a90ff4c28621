/** The project that this window shows, or all projects. The choice is stored in this browser. */
import { useSyncExternalStore } from 'react'
import type { ProjectSnapshot } from '#contract/project'
import type { ServerSnapshot } from '#contract/servers/server'
import { useProjects } from '#renderer/model/projects/useProjects.ts'
import { storeChoice } from '#renderer/ui/page/storeChoice.ts'

const storageKey = 'switchboard.project'
const changed = 'switchboard:project'

export function chosenId(): string | null {
  return localStorage.getItem(storageKey)
}

function subscribe(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => event.key === storageKey && listener()
  window.addEventListener(changed, listener)
  window.addEventListener('storage', onStorage)
  return () => {
    window.removeEventListener(changed, listener)
    window.removeEventListener('storage', onStorage)
  }
}

/** Chooses the shown project; null: all projects. */
export function chooseProject(id: string | null): void {
  storeChoice(storageKey, id)
  window.dispatchEvent(new Event(changed))
}

/** Returns null while all projects are shown, and if the chosen project no longer exists. */
export function useChosenProject(): ProjectSnapshot | null {
  const id = useSyncExternalStore(subscribe, chosenId)
  const { data: projects } = useProjects()
  return projects?.find((project) => project.id === id) ?? null
}

/** Whether a server belongs to the shown project. */
export function isShown(chosen: ProjectSnapshot | null, server: Pick<ServerSnapshot, 'projects'>): boolean {
  return chosen === null || server.projects.includes(chosen.id)
}

/** Whether a server is on in the chosen project. While all projects are shown: in at least one project. */
export function isOn(
  chosen: Pick<ProjectSnapshot, 'id'> | null,
  server: Pick<ServerSnapshot, 'enabled' | 'enabledIn'>,
): boolean {
  return chosen === null ? server.enabled : server.enabledIn.includes(chosen.id)
}

/**
 * The project whose tool names are shown: the chosen one, if it is among these. Null: the names across all projects.
 */
export function useNamesIn(projectIds: readonly string[]): string | null {
  const chosen = useChosenProject()
  return chosen !== null && projectIds.includes(chosen.id) ? chosen.id : null
}

/** The project that new servers go to: the chosen one, unless it mirrors a file. Null: the default project. */
export function useTargetProject(): ProjectSnapshot | null {
  const chosen = useChosenProject()
  return chosen?.file === null ? chosen : null
}
