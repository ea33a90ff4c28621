/** The projects page: the servers and tools of each project, and the project's settings. */
import { Plus } from 'lucide-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { EqualNotice } from '#renderer/features/projects/equal/EqualNotice.tsx'
import { MatrixTab } from '#renderer/features/projects/matrix/MatrixTab.tsx'
import { useProjectDialogs } from '#renderer/features/projects/ProjectDialogs.tsx'
import type { ProjectsTab } from '#renderer/features/projects/projectsSearch.ts'
import { SightTab } from '#renderer/features/projects/sight/SightTab.tsx'
import { useProjects } from '#renderer/model/projects/useProjects.ts'
import { ProjectTrouble } from '#renderer/parts/project/ProjectTrouble.tsx'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { ReadFailure } from '#renderer/ui/notes/ReadFailure.tsx'
import { PageTabs } from '#renderer/ui/page/PageTabs.tsx'

export function ProjectsPage() {
  const { data: projects, error, refetch } = useProjects()
  const dialogs = useProjectDialogs()
  const filter = useSearch({ from: '/projects' })
  const navigate = useNavigate()
  const tab = filter.tab ?? 'matrix'
  const open = (next: ProjectsTab) =>
    void navigate({ to: '/projects', search: { ...filter, tab: next }, replace: true })
  return (
    <main
      className="flex min-h-0 min-w-0 flex-col bg-surface"
      {...(projects === undefined && error === null && { 'aria-busy': true })}
    >
      <header className="flex items-center gap-3 px-5 pt-3 pb-2 max-md:px-3">
        <h1 className="flex-1 text-lg font-semibold">Projects</h1>
        <Button look="primary" size="small" onClick={() => dialogs.addProject()}>
          <Plus className="size-4" aria-hidden="true" />
          New project
        </Button>
      </header>
      {projects === undefined && error !== null && (
        <ReadFailure what="The projects" error={error} onAgain={() => void refetch()} className="m-5 max-md:m-3" />
      )}
      {projects
        ?.filter(({ startFailure }) => startFailure !== null)
        .map((project) => (
          <ProjectTrouble key={project.id} project={project} className="mx-5 mb-3 max-md:mx-3" />
        ))}
      {projects !== undefined && (
        <PageTabs<ProjectsTab>
          label="About projects"
          className="px-5 max-md:px-3"
          open={tab}
          onOpen={open}
          tabs={[
            {
              value: 'matrix',
              title: 'Servers and tools',
              content: (
                <>
                  <EqualNotice projects={projects} />
                  <MatrixTab projects={projects} />
                </>
              ),
            },
            { value: 'sight', title: 'Client view', content: <SightTab projects={projects} /> },
          ]}
        />
      )}
    </main>
  )
}
