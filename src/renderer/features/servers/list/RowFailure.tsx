/** Why a server failed, with the buttons that repair it, in its row. */
import { useNavigate } from '@tanstack/react-router'
import type { ServerSnapshot, StateError } from '#contract/servers/server'
import { rowRepairs } from '#renderer/features/servers/list/rowRepairs.ts'
import { useServerActions } from '#renderer/model/servers/useServerActions.ts'
import { useRepairs } from '#renderer/parts/server/repair/useRepairs.ts'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export function RowFailure({ server, error }: { server: ServerSnapshot; error: StateError }) {
  const navigate = useNavigate()
  const actions = useServerActions()
  const { actions: repairs } = useRepairs(server, rowRepairs(server))
  const showLog = () => void navigate({ to: '/servers/$slug', params: { slug: server.slug }, search: { tab: 'log' } })
  return (
    <div className="mt-1.5 text-sm">
      <p className="line-clamp-3 break-words">{visibleText(error.message)}</p>
      {error.hint !== undefined && <p className="line-clamp-2 break-words text-muted">{visibleText(error.hint)}</p>}
      <div className="relative z-10 mt-1.5 flex flex-wrap gap-2">
        {repairs.map(({ kind, title, run }) => (
          <Button key={`${kind} ${title}`} size="small" data-repair={kind} className="max-w-full" onClick={run}>
            <span className="truncate">{title}</span>
          </Button>
        ))}
        <Button size="small" onClick={() => void actions.restart(server)}>
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
  )
}
