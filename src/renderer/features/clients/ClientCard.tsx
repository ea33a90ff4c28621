import { MonitorSmartphone } from 'lucide-react'
import type { ClientSnapshot } from '#contract/client'
import { clientSummary } from '#renderer/features/clients/clientWords.ts'
import { Button } from '#renderer/ui/Button.tsx'
import { visibleText } from '#renderer/ui/visibleText.ts'

export function ClientCard({ client, onImport }: { client: ClientSnapshot; onImport: () => void }) {
  return (
    <li data-client={client.client} className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <MonitorSmartphone className="size-4 shrink-0 text-muted" aria-hidden="true" />
      <div className="min-w-48 flex-1">
        <p className="text-sm font-medium">{client.title}</p>
        <p className="text-sm text-muted">{clientSummary(client)}</p>
        {client.files.map((file) => (
          <p key={file.path} className="mt-0.5 text-xs break-all text-muted">
            <code className="font-mono">{visibleText(file.path)}</code>
            {file.problem !== null && <span className="ml-2 text-warn">{visibleText(file.problem)}</span>}
          </p>
        ))}
      </div>
      {client.servers > 0 && (
        <Button size="small" onClick={onImport}>
          Import its servers
        </Button>
      )}
    </li>
  )
}
