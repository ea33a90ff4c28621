import { useNavigate } from '@tanstack/react-router'
import { Ellipsis, RotateCw, ScrollText, Trash2 } from 'lucide-react'
import type { HostedServer } from '#contract/hosting/hostedServer'
import { aboutBytes, aboutPercent, conditionOf } from '#contract/hosting/hostedWords'
import { packageText } from '#contract/hosting/package'
import { counted } from '#contract/text/counted'
import { HostedStatusText } from '#renderer/features/hosting/HostedStatusText.tsx'
import { ProviderMark } from '#renderer/features/hosting/ProviderMark.tsx'
import { useHostingActions } from '#renderer/features/hosting/useHostingActions.ts'
import type { Pull } from '#renderer/features/hosting/usePulls.ts'
import { IconButton } from '#renderer/ui/controls/IconButton.tsx'
import { Menu } from '#renderer/ui/overlay/Menu.tsx'
import { LinkedRow } from '#renderer/ui/rows/LinkedRow.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export interface HostedRowProps {
  server: HostedServer
  pull: Pull | null
  selected: boolean
}

export function HostedRow({ server, pull, selected }: HostedRowProps) {
  const actions = useHostingActions()
  const navigate = useNavigate()
  const { slug, usage, restart_count: restarts } = server
  const name = visibleText(server.name)
  const program = visibleText(server.package === null ? server.image : packageText(server.package))
  const trouble = server.error?.message ?? server.warning
  return (
    <LinkedRow
      data-hosted={slug}
      link={{ to: '/hosting/$slug', params: { slug } }}
      title={name}
      selected={selected}
      controls={
        <Menu
          trigger={<IconButton label={`Actions for ${name}`} icon={<Ellipsis aria-hidden="true" />} />}
          entries={[
            {
              label: 'Restart',
              icon: <RotateCw aria-hidden="true" />,
              disabled: conditionOf(server) === 'starting',
              run: () => void actions.restart(server),
            },
            {
              label: 'Show log',
              icon: <ScrollText aria-hidden="true" />,
              run: () => void navigate({ to: '/hosting/$slug', params: { slug }, search: { tab: 'log' } }),
            },
            {
              label: 'Remove',
              icon: <Trash2 aria-hidden="true" />,
              danger: true,
              run: () => void actions.remove(server),
            },
          ]}
        />
      }
    >
      <div className="flex items-center justify-between gap-3">
        <HostedStatusText server={server} pull={pull} />
        {usage !== null && (
          <span className="shrink-0 text-xs text-muted tabular-nums">
            {aboutPercent(usage.cpu_percent)} · {aboutBytes(usage.memory_bytes)}
          </span>
        )}
      </div>
      <p className="mt-0.5 truncate font-mono text-xs text-muted" title={program}>
        {program}
      </p>
      <p className="mt-0.5 flex items-center gap-3">
        <ProviderMark provider={server.provider} />
        {restarts > 0 && <span className="text-xs text-muted tabular-nums">{counted(restarts, 'restart')}</span>}
      </p>
      {trouble !== null && <p className="mt-1 line-clamp-3 text-sm break-words">{visibleText(trouble)}</p>}
    </LinkedRow>
  )
}
