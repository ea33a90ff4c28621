/** Why a strict project has started none of its servers, and what to do. */
import { Link } from '@tanstack/react-router'
import type { ProjectSnapshot } from '#contract/project'
import { withoutGeneral } from '#renderer/parts/server/repair/repairActions.ts'
import { RepairButtons } from '#renderer/parts/server/repair/RepairButtons.tsx'
import { serverError } from '#renderer/model/servers/serverStatus.ts'
import { useServerActions } from '#renderer/model/servers/useServerActions.ts'
import { useServers } from '#renderer/model/servers/useServers.ts'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { Notice } from '#renderer/ui/notes/Notice.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export function ProjectTrouble({ project, className }: { project: ProjectSnapshot; className?: string | undefined }) {
  const actions = useServerActions()
  const { data: servers = [] } = useServers()
  const { startFailure } = project
  if (startFailure === null) return null
  const server = servers.find((one) => one.slug === startFailure.server)
  return (
    <Notice tone="bad" className={className}>
      <p className="font-medium" data-start-failure="">
        {visibleText(project.name)} did not start, because one of its servers failed.
      </p>
      <p className="mt-0.5 line-clamp-4 whitespace-pre-wrap">{visibleText(startFailure.message)}</p>
      <p className="mt-0.5 text-muted">
        Fix{' '}
        <Link
          to="/servers/$slug"
          params={{ slug: startFailure.server }}
          search={{ tab: 'log' }}
          className="font-mono text-accent underline underline-offset-2"
        >
          {startFailure.server}
        </Link>{' '}
        and restart it, switch it off, or choose another start in the project’s settings.
      </p>
      {server?.enabled === true && (
        <div className="mt-2 flex flex-wrap gap-2">
          <RepairButtons server={server} repairs={withoutGeneral(serverError(server)?.repairs ?? [])} />
          <Button size="small" onClick={() => void actions.restart(server)}>
            Restart {visibleText(server.name)}
          </Button>
        </div>
      )}
    </Notice>
  )
}
