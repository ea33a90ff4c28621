/** Which project the window is about: one, or all of them. Kept in this browser. */
import { useSyncExternalStore } from 'react'
import type { ProjectSnapshot } from '#contract/project'
import { useProjects } from '#renderer/model/projects/useProjects.ts'

const storageKey = 'switchboard.project'
const changed = 'switchboard:project'

function chosenId(): string | null {
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

/** Null: all projects. */
export function chooseProject(id: string | null): void {
  if (id === null) localStorage.removeItem(storageKey)
  else localStorage.setItem(storageKey, id)
  window.dispatchEvent(new Event(changed))
}

/** Null while all are shown, also when the chosen one is gone. */
export function useChosenProject(): ProjectSnapshot | null {
  const id = useSyncExternalStore(subscribe, chosenId)
  const { data: projects } = useProjects()
  return projects?.find((project) => project.id === id) ?? null
}

/** Whether something of this project is to be shown now. */
export function isShown(chosen: ProjectSnapshot | null, projectId: string | null): boolean {
  return chosen === null || chosen.id === projectId
}

/** Whose names are shown for something of this project: the project's own while it is the chosen one. Null: those of all. */
export function useNamesIn(projectId: string | null): string | null {
  const chosen = useChosenProject()
  return chosen !== null && chosen.id === projectId ? chosen.id : null
}

/** Where something new goes: the chosen project, unless a file says what is in it. Null: the default project. */
export function useTargetProject(): ProjectSnapshot | null {
  const chosen = useChosenProject()
  return chosen?.file === null ? chosen : null
}
