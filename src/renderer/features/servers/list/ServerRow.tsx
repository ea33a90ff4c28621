import { Link, useNavigate } from '@tanstack/react-router'
import {
  Container,
  Ellipsis,
  Layers,
  RotateCw,
  ScrollText,
  SlidersHorizontal,
  Stethoscope,
  Trash2,
  Unplug,
  Wrench,
} from 'lucide-react'
import { memo } from 'react'
import { launchWords } from '#contract/servers/launchWords'
import { joinWords } from '#contract/pasted/commandWords'
import type { ServerSnapshot } from '#contract/servers/server'
import { isContainer } from '#contract/servers/transports'
import { useChosenProject } from '#renderer/model/projects/chosenProject.ts'
import { useIsOfFile, useProjectNames } from '#renderer/model/projects/useProjects.ts'
import { launchLabel } from '#renderer/model/servers/launchLabel.ts'
import { useServerDialogs } from '#renderer/model/servers/serverDialogs.ts'
import { serverError } from '#renderer/model/servers/serverStatus.ts'
import { needsSignIn, onlyLacksSignIn } from '#renderer/model/servers/signInStatus.ts'
import { ServerStatusText } from '#renderer/parts/server/ServerStatusText.tsx'
import { useShownServer } from '#renderer/model/servers/useShownServer.ts'
import { useServerActions } from '#renderer/model/servers/useServerActions.ts'
import { withoutGeneral } from '#renderer/parts/server/repair/repairActions.ts'
import { useRepairs } from '#renderer/parts/server/repair/useRepairs.ts'
import { ServerIcon } from '#renderer/parts/server/ServerIcon.tsx'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { IconButton } from '#renderer/ui/controls/IconButton.tsx'
import { Menu } from '#renderer/ui/overlay/Menu.tsx'
import { Switch } from '#renderer/ui/controls/Switch.tsx'
import { LinkedRow } from '#renderer/ui/rows/LinkedRow.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

function toolsText({ total, enabled, quarantined }: ServerSnapshot['tools']): string {
  if (total === 0) return ''
  const usable = enabled === total ? `${total}` : `${enabled} of ${total}`
  return `${usable} ${total === 1 ? 'tool' : 'tools'}${quarantined > 0 ? ` · ${quarantined} quarantined` : ''}`
}

/** Further repairs are on the page of the server. */
const maxRepairs = 2

interface ServerRowProps {
  server: ServerSnapshot
  selected: boolean
}

export const ServerRow = memo(function ServerRow({ server: known, selected }: ServerRowProps) {
  const server = useShownServer(known)
  const chosen = useChosenProject()
  const isInNone = known.projects.length === 0
  const actions = useServerActions()
  const dialogs = useServerDialogs()
  const navigate = useNavigate()
  const isOfFile = useIsOfFile(known.projects)
  const name = visibleText(server.name)
  const error = onlyLacksSignIn(server) ? null : serverError(server)
  const showLog = () => void navigate({ to: '/servers/$slug', params: { slug: server.slug }, search: { tab: 'log' } })
  const openPage = () => void navigate({ to: '/servers/$slug', params: { slug: server.slug } })
  const restart = () => void actions.restart(server)
  const projects = useProjectNames()
  const projectNames = projects.size > 1 ? known.projects.map((id) => visibleText(projects.get(id) ?? id)) : []
  const { actions: repairs } = useRepairs(server, withoutGeneral(error?.repairs ?? []).slice(0, maxRepairs))
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
            onCheckedChange={(enabled) => void actions.setEnabled(server, enabled, chosen?.id ?? null)}
          />
          <Menu
            trigger={<IconButton label={`Actions for ${name}`} icon={<Ellipsis aria-hidden="true" />} />}
            entries={[
              ...repairs.map(({ title, run }) => ({ label: title, icon: <Wrench aria-hidden="true" />, run })),
              ...(isOfFile
                ? []
                : [
                    {
                      label: 'Settings',
                      icon: <SlidersHorizontal aria-hidden="true" />,
                      run: () => dialogs.editServer(server),
                    },
                  ]),
              { label: 'Restart', icon: <RotateCw aria-hidden="true" />, run: restart, disabled: !server.enabled },
              { label: 'Diagnose', icon: <Stethoscope aria-hidden="true" />, run: () => dialogs.examine(server) },
              { label: 'Show log', icon: <ScrollText aria-hidden="true" />, run: showLog },
              ...(chosen === null || isOfFile
                ? []
                : [
                    {
                      label: `Remove from ${visibleText(chosen.name)}`,
                      icon: <Unplug aria-hidden="true" />,
                      run: () => void actions.takeOut(server, chosen),
                    },
                  ]),
              {
                label: server.projects.length > 1 ? 'Remove from all projects' : 'Remove',
                icon: <Trash2 aria-hidden="true" />,
                run: () => void actions.remove(server),
                danger: true,
              },
            ]}
          />
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
            In no project. Add to one
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
      {error !== null && (
        <div className="mt-1.5 text-sm">
          <p className="line-clamp-3 break-words">{visibleText(error.message)}</p>
          {error.hint !== undefined && <p className="line-clamp-2 break-words text-muted">{visibleText(error.hint)}</p>}
          <div className="relative z-10 mt-1.5 flex flex-wrap gap-2">
            {repairs.map(({ kind, title, run }) => (
              <Button key={`${kind} ${title}`} size="small" data-repair={kind} className="max-w-full" onClick={run}>
                <span className="truncate">{title}</span>
              </Button>
            ))}
            <Button size="small" onClick={restart}>
              Try again
            </Button>
            {/* With repair buttons there is no room for this button. The menu has it, too. */}
            {repairs.length === 0 && (
              <Button size="small" look="quiet" onClick={showLog}>
                Show log
              </Button>
            )}
          </div>
        </div>
      )}
    </LinkedRow>
  )
})
