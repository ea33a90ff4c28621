/** The projects that have a server, its switch in each, and a button that adds it to another project. */
import { Plus, X } from 'lucide-react'
import type { ServerSnapshot } from '#contract/servers/server'
import { useProjects } from '#renderer/model/projects/useProjects.ts'
import { useServerActions } from '#renderer/model/servers/useServerActions.ts'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { IconButton } from '#renderer/ui/controls/IconButton.tsx'
import { Switch } from '#renderer/ui/controls/Switch.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export function ServerProjects({ server }: { server: ServerSnapshot }) {
  const { data: projects = [] } = useProjects()
  const actions = useServerActions()
  const name = visibleText(server.name)
  const isOfFile = projects.some(({ id, file }) => file !== null && server.projects.includes(id))
  const shown = projects.filter(({ id, file }) => server.projects.includes(id) || (!isOfFile && file === null))
  return (
    <section className="px-5 pt-5">
      <h3 className="text-sm font-semibold">Projects</h3>
      <p className="mt-0.5 text-sm text-muted">
        Each project has its own switch for this server and for each of its tools.
      </p>
      <ul
        aria-label="Projects that use this server"
        className="mt-2 max-w-xl divide-y divide-line border-y border-line"
      >
        {shown.map((project) => {
          const title = visibleText(project.name)
          const isIn = server.projects.includes(project.id)
          return (
            <li key={project.id} data-project={project.id} className="flex h-10 items-center gap-3 text-sm">
              <span className={isIn ? 'min-w-0 flex-1 truncate' : 'min-w-0 flex-1 truncate text-muted'}>{title}</span>
              {isIn ? (
                <>
                  {project.file === null && (
                    <IconButton
                      label={`Remove ${name} from ${title}`}
                      icon={<X aria-hidden="true" />}
                      onClick={() => void actions.takeOut(server, project)}
                    />
                  )}
                  <Switch
                    label={`${name} on in ${title}`}
                    checked={server.enabledIn.includes(project.id)}
                    onCheckedChange={(enabled) => void actions.setEnabled(server, enabled, project.id)}
                  />
                </>
              ) : (
                <Button
                  size="small"
                  aria-label={`Add ${name} to ${title}`}
                  onClick={() => void actions.putInto(server, project)}
                >
                  <Plus className="size-3.5" aria-hidden="true" />
                  Add
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
