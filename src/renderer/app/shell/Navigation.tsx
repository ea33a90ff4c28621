import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Command, Keyboard, Plug } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { pages } from '#renderer/app/pages.ts'
import { Logo } from '#renderer/app/shell/Logo.tsx'
import { ServerCount } from '#renderer/app/shell/ServerCount.tsx'
import { ThemeMenu } from '#renderer/app/shell/ThemeMenu.tsx'
import { useEngine } from '#renderer/client/engine.ts'
import { EndpointCard } from '#renderer/parts/endpoint/EndpointCard.tsx'
import { isShown, useChosenProject } from '#renderer/model/projects/chosenProject.ts'
import { ProjectSwitcher } from '#renderer/features/projects/ProjectSwitcher.tsx'
import { WaitingEntry } from '#renderer/features/questions/WaitingEntry.tsx'
import { useServers } from '#renderer/model/servers/useServers.ts'
import { Keys } from '#renderer/ui/controls/Keys.tsx'
import { Popover } from '#renderer/ui/overlay/Popover.tsx'
import { Tooltip } from '#renderer/ui/overlay/Tooltip.tsx'

const entryLook =
  'flex h-8 w-full items-center gap-2.5 rounded-md px-2 text-sm text-muted transition-colors hover:bg-hover hover:text-ink max-md:justify-center data-[state=open]:bg-hover [&>svg]:size-4 [&>svg]:shrink-0'

interface EntryProps extends ComponentProps<'button'> {
  icon: ReactNode
  label: string
  keys?: string | undefined
}

function Entry({ icon, label, keys, className, ...rest }: EntryProps) {
  return (
    <Tooltip text={label} keys={keys} side="right">
      <button type="button" className={clsx(entryLook, className)} {...rest}>
        {icon}
        <span className="flex-1 text-left max-md:sr-only">{label}</span>
        {keys !== undefined && (
          <span className="max-md:hidden">
            <Keys keys={keys} />
          </span>
        )}
      </button>
    </Tooltip>
  )
}

function Version() {
  const { queries } = useEngine()
  const { data: info } = useQuery(queries.app.info.queryOptions())
  return (
    <p
      className="h-4 truncate px-2 text-xs text-muted max-md:hidden"
      title={info && `${info.runtime}, ${info.dataFolder}`}
    >
      {info && `${info.version} · ${info.host}`}
    </p>
  )
}

export interface NavigationProps {
  /** Whether single-key shortcuts work on this page. */
  keysAct: boolean
  onPalette: () => void
  onHelp: () => void
}

export function Navigation({ keysAct, onPalette, onHelp }: NavigationProps) {
  const { data: servers } = useServers()
  const chosen = useChosenProject()
  const shown = servers?.filter((server) => isShown(chosen, server))
  return (
    <nav
      aria-label="Main"
      className="flex min-h-0 flex-col gap-0.5 overflow-y-auto border-r border-line bg-canvas p-3 max-md:px-1.5"
    >
      <div className="mb-3 flex h-8 items-center gap-2 px-1.5 font-semibold max-md:justify-center">
        <Logo />
        <span className="max-md:sr-only">Switchboard</span>
      </div>
      <ProjectSwitcher />
      {pages.map(({ id, to, title, icon: Icon, keys }) => (
        <Tooltip key={id} text={title} keys={keysAct ? keys : undefined} side="right">
          <Link
            to={to}
            className={clsx(entryLook, 'relative')}
            activeProps={{ className: '!bg-selected !text-ink font-medium' }}
          >
            <Icon aria-hidden="true" />
            <span className="flex-1 max-md:sr-only">{title}</span>
            {id === 'servers' && shown !== undefined && <ServerCount servers={shown} />}
          </Link>
        </Tooltip>
      ))}
      <WaitingEntry className={entryLook} keys={keysAct ? 'W' : undefined} />
      <div className="flex-1" />
      <Popover
        label="Endpoint"
        side="right"
        align="end"
        className="w-[min(28rem,calc(100vw-5rem))] p-4"
        trigger={<Entry icon={<Plug aria-hidden="true" />} label="Endpoint" />}
      >
        <EndpointCard />
      </Popover>
      <Entry icon={<Command aria-hidden="true" />} label="Commands" keys="Mod+K" onClick={onPalette} />
      <Entry
        icon={<Keyboard aria-hidden="true" />}
        label="Shortcuts"
        keys={keysAct ? '?' : undefined}
        onClick={onHelp}
      />
      <ThemeMenu className={entryLook} />
      <div className="mt-2">
        <Version />
      </div>
    </nav>
  )
}
