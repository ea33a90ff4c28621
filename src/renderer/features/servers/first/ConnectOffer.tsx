/**
 * Shown after servers were added from clients. These clients still start their own copies until they are connected to
 * Switchboard.
 */
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import type { ClientName } from '#contract/clients/clientNames'
import { counted } from '#contract/text/counted'
import { useEngine } from '#renderer/client/engine.ts'
import { listed } from '#renderer/features/servers/first/foundWords.ts'
import { IconButton } from '#renderer/ui/controls/IconButton.tsx'
import { LinkButton } from '#renderer/ui/controls/LinkButton.tsx'
import { Notice } from '#renderer/ui/notes/Notice.tsx'

export interface ConnectOfferProps {
  clients: readonly ClientName[]
  onDismiss: () => void
}

export function ConnectOffer({ clients, onDismiss }: ConnectOfferProps) {
  const { queries } = useEngine()
  const { data = [] } = useQuery({ ...queries.clients.list.queryOptions({ input: {} }), refetchOnMount: 'always' })
  const open = data.filter(({ client, own, doors }) => clients.includes(client) && own.length === 0 && doors.length > 0)
  if (open.length === 0) return null
  return (
    <Notice tone="plain" className="mx-4 mb-3">
      <div className="flex items-start gap-2">
        <p className="flex-1">
          {listed(open.map(({ title }) => title))} still {open.length === 1 ? 'starts' : 'start'} these servers without
          Switchboard. Connect {open.length === 1 ? 'it' : 'them'} to share one copy.
        </p>
        <IconButton label="Dismiss this offer" icon={<X aria-hidden="true" />} onClick={onDismiss} />
      </div>
      <LinkButton to="/clients" className="mt-2">
        Connect {open.length === 1 ? (open[0]?.title ?? '') : counted(open.length, 'client')}
      </LinkButton>
    </Notice>
  )
}
