import { Link, useNavigate } from '@tanstack/react-router'
import { Container, Ellipsis, Layers } from 'lucide-react'
import { memo } from 'react'
import { launchWords } from '#contract/servers/launchWords'
import { joinWords } from '#contract/pasted/commandWords'
import type { ServerSnapshot } from '#contract/servers/server'
import { isContainer } from '#contract/servers/transports'
import { RowFailure } from '#renderer/features/servers/list/RowFailure.tsx'
import { rowError } from '#renderer/features/servers/list/rowRepairs.ts'
import { ServerMenu } from '#renderer/features/servers/list/ServerMenu.tsx'
import { launchLabel } from '#renderer/model/servers/launchLabel.ts'
import { needsSignIn } from '#renderer/model/servers/signInStatus.ts'
import type { ServerActions } from '#renderer/model/servers/useServerActions.ts'
import { ServerIcon } from '#renderer/parts/server/ServerIcon.tsx'
import { ServerStatusText } from '#renderer/parts/server/ServerStatusText.tsx'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { IconButton } from '#renderer/ui/controls/IconButton.tsx'
import { Switch } from '#renderer/ui/controls/Switch.tsx'
import { MenuFrame } from '#renderer/ui/overlay/Menu.tsx'
import { LinkedRow } from '#renderer/ui/rows/LinkedRow.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

function toolsText({ total, enabled, quarantined }: ServerSnapshot['tools']): string {
  if (total === 0) return ''
  const usable = enabled === total ? `${total}` : `${enabled} of ${total}`
  return `${usable} ${total === 1 ? 'tool' : 'tools'}${quarantined > 0 ? ` · ${quarantined} quarantined` : ''}`
}

interface ServerRowProps {
  /** The server, with its state in the shown project. */
  server: ServerSnapshot
  selected: boolean
  /** The shown project. Null: all projects. */
  projectId: string | null
  /** The names of the projects, or null if there is only one. */
  projects: ReadonlyMap<string, string> | null
  actions: ServerActions
}

/** Runs no queries: a list may have hundreds of rows, so the list reads once for all of them. */
export const ServerRow = memo(function ServerRow({ server, selected, projectId, projects, actions }: ServerRowProps) {
  const navigate = useNavigate()
  const isInNone = server.projects.length === 0
  const name = visibleText(server.name)
  const error = rowError(server)
  const openPage = () => void navigate({ to: '/servers/$slug', params: { slug: server.slug } })
  const projectNames = projects === null ? [] : server.projects.map((id) => visibleText(projects.get(id) ?? id))
  return (
    <LinkedRow
      data-server={server.slug}
      link={{ to: '/servers/$slug', params: { slug: server.slug } }}
      title={name}
      selected={selected}
      lead={<ServerIcon server={server} />}
      controls={
        <>
          <Switch
            label={`${name} on`}
            disabled={isInNone}
            checked={server.enabled}
            onCheckedChange={(enabled) => void actions.setEnabled(server, enabled, projectId)}
          />
          <MenuFrame trigger={<IconButton label={`Actions for ${name}`} icon={<Ellipsis aria-hidden="true" />} />}>
            <ServerMenu server={server} />
          </MenuFrame>
        </>
      }
    >
      <div className="flex items-center justify-between gap-3">
        {isInNone ? (
          <Link
            to="/servers/$slug"
            params={{ slug: server.slug }}
            search={{ tab: 'details' }}
            className="relative z-10 text-sm text-muted underline underline-offset-2 hover:text-ink"
          >
            In no project. Add it to one
          </Link>
        ) : (
          <ServerStatusText server={server} />
        )}
        <span className="shrink-0 text-xs text-muted tabular-nums">{toolsText(server.tools)}</span>
      </div>
      <p className="mt-0.5 flex min-w-0 gap-2 text-xs text-muted">
        {isContainer(server.launch) && (
          <Link
            to="/hosting/$slug"
            params={{ slug: server.slug }}
            className="relative z-10 inline-flex shrink-0 items-center gap-1 rounded bg-hover px-1 hover:text-ink"
          >
            <Container className="size-3" aria-hidden="true" />
            Hosted
          </Link>
        )}
        <span className="min-w-0 truncate font-mono" title={visibleText(joinWords(launchWords(server.launch)))}>
          {visibleText(launchLabel(server.launch))}
        </span>
        {projectNames.length > 0 && (
          <span className="flex max-w-1/2 shrink-0 items-center gap-1" title={projectNames.join(', ')}>
            <Layers className="size-3 shrink-0" aria-hidden="true" />
            <span className="sr-only">In </span>
            <span className="truncate">{projectNames.join(', ')}</span>
          </span>
        )}
      </p>
      {needsSignIn(server) && (
        <div className="relative z-10 mt-1.5 flex">
          <Button size="small" aria-label={`Sign in to ${name}`} onClick={openPage}>
            Sign in…
          </Button>
        </div>
      )}
      {error !== null && <RowFailure server={server} error={error} />}
    </LinkedRow>
  )
})
