import { clsx } from 'clsx'
import type { ServerSnapshot } from '#contract/servers/server'
import { serverStatus } from '#renderer/model/servers/serverStatus.ts'
import { statusColours, StatusDot } from '#renderer/parts/server/StatusDot.tsx'
import { useNow } from '#renderer/ui/page/useNow.ts'

export function ServerStatusText({ server }: { server: ServerSnapshot }) {
  const now = useNow(server.state.kind === 'backingOff')
  const status = serverStatus(server, now)
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-sm" data-status={status.word}>
      <StatusDot tone={status.tone} />
      <span className={clsx('shrink-0 font-medium', statusColours[status.tone])}>{status.word}</span>
      {status.detail !== null && <span className="truncate text-muted tabular-nums">{status.detail}</span>}
    </span>
  )
}
