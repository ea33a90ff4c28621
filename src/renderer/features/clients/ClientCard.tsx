import { MonitorSmartphone, Plug } from 'lucide-react'
import type { ClientSnapshot } from '#contract/clients/client'
import { clientSummary } from '#renderer/features/clients/clientWords.ts'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export interface ClientCardProps {
  client: ClientSnapshot
  onImport: () => void
  onSetup: (what: 'connect' | 'disconnect') => void
}

export function ClientCard({ client, onImport, onSetup }: ClientCardProps) {
  const isConnected = client.own.length > 0
  const elsewhere = isConnected && !client.own.some((entry) => entry.here)
  return (
    <li data-client={client.client} className="flex gap-3 px-4 py-3">
      <MonitorSmartphone className="mt-0.5 size-4 shrink-0 text-muted" aria-hidden="true" />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-48 flex-1">
          <p className="flex items-center gap-2 text-sm font-medium">
            {client.title}
            {isConnected && (
              <span className="inline-flex items-center gap-1 text-xs font-normal text-good">
                <Plug className="size-3" aria-hidden="true" />
                connected
              </span>
            )}
          </p>
          <p className="text-sm text-muted">{clientSummary(client)}</p>
          {elsewhere && (
            <p className="text-sm text-warn">
              This client is connected to another Switchboard, or to an old address of this one. Connect it again.
            </p>
          )}
          {client.files.map((file) => (
            <p key={file.path} className="mt-0.5 text-xs text-muted">
              <code className="mr-2 font-mono break-all">{visibleText(file.path)}</code>
              {file.problem !== null && (
                <span className="inline-block break-words text-warn">{visibleText(file.problem)}</span>
              )}
            </p>
          ))}
        </div>
        <div className="flex flex-wrap gap-2">
          {client.servers > 0 && (
            <Button size="small" onClick={onImport}>
              Import servers
            </Button>
          )}
          {isConnected && (
            <Button size="small" onClick={() => onSetup('disconnect')}>
              Disconnect
            </Button>
          )}
          {client.doors.length > 0 && (!isConnected || elsewhere) && (
            <Button size="small" look="primary" onClick={() => onSetup('connect')}>
              Connect
            </Button>
          )}
        </div>
      </div>
    </li>
  )
}
