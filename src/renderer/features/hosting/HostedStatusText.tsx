import { clsx } from 'clsx'
import type { HostedServer } from '#contract/hosting/hostedServer'
import { hostedStatus } from '#renderer/features/hosting/hostedStatus.ts'
import type { Pull } from '#renderer/features/hosting/usePulls.ts'
import { statusColours, StatusDot } from '#renderer/parts/server/StatusDot.tsx'
import { useNow } from '#renderer/ui/page/useNow.ts'

export function HostedStatusText({ server, pull }: { server: HostedServer; pull: Pull | null }) {
  const now = useNow(server.next_restart_at !== null)
  const { tone, word, detail } = hostedStatus(server, now, pull)
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-sm" data-status={word}>
      <StatusDot tone={tone} />
      <span className={clsx('shrink-0 font-medium', statusColours[tone])}>{word}</span>
      {detail !== null && <span className="truncate text-muted tabular-nums">{detail}</span>}
    </span>
  )
}
