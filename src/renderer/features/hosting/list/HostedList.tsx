import type { HostedServer } from '#contract/hosting/hostedServer'
import { HostedRow } from '#renderer/features/hosting/list/HostedRow.tsx'
import type { Pull } from '#renderer/features/hosting/usePulls.ts'
import { walkRows } from '#renderer/ui/rows/rows.ts'

export interface HostedListProps {
  servers: readonly HostedServer[]
  pulls: ReadonlyMap<string, Pull>
  selected: string | null
}

export function HostedList({ servers, pulls, selected }: HostedListProps) {
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ul
      aria-label="Hosted servers"
      onKeyDown={walkRows}
      className="min-h-0 flex-1 overflow-y-auto border-t border-line"
    >
      {servers.map((server) => (
        <HostedRow
          key={server.id}
          server={server}
          pull={pulls.get(server.slug) ?? null}
          selected={server.slug === selected}
        />
      ))}
    </ul>
  )
}
