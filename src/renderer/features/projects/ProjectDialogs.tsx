/** Lets any component inside open the project dialogs. Each dialog is loaded at first use. */
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import type { ProjectSnapshot } from '#contract/project'
import { useLeave } from '#renderer/ui/layers/useLeave.ts'
import { onDemand } from '#renderer/ui/page/onDemand.tsx'

const ProjectDialog = onDemand(() =>
  import('#renderer/features/projects/ProjectDialog.tsx').then((module) => module.ProjectDialog),
)

const DuplicateDialog = onDemand(() =>
  import('#renderer/features/projects/DuplicateDialog.tsx').then((module) => module.DuplicateDialog),
)

export interface ProjectDialogs {
  addProject(): void
  editProject(project: ProjectSnapshot): void
  duplicateProject(project: ProjectSnapshot): void
}

const DialogsContext = createContext<ProjectDialogs | null>(null)

export function useProjectDialogs(): ProjectDialogs {
  const dialogs = useContext(DialogsContext)
  if (dialogs === null) throw new Error('useProjectDialogs needs a ProjectDialogsProvider above it')
  return dialogs
}

interface Open {
  readonly dialog: 'project' | 'duplicate'
  /** Null: a new project. */
  readonly project: ProjectSnapshot | null
}

export function ProjectDialogsProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState<Open | null>(null)
  const leave = useLeave()
  const dialogs = useMemo<ProjectDialogs>(() => {
    const show = (wanted: Open) => leave(() => setOpen(wanted))
    return {
      addProject: () => show({ dialog: 'project', project: null }),
      editProject: (project) => show({ dialog: 'project', project }),
      duplicateProject: (project) => show({ dialog: 'duplicate', project }),
    }
  }, [leave])
  return (
    <DialogsContext value={dialogs}>
      {children}
      {open?.dialog === 'project' && (
        <ProjectDialog key={open.project?.id ?? 'new'} project={open.project} onClose={() => setOpen(null)} />
      )}
      {open?.dialog === 'duplicate' && open.project !== null && (
        <DuplicateDialog key={open.project.id} project={open.project} onClose={() => setOpen(null)} />
      )}
    </DialogsContext>
  )
}
