/** The programs that use this endpoint, or could use it: their servers, how they connect, and what each may see. */
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import type { ClientSnapshot } from '#contract/clients/client'
import { messageOf } from '#contract/errors'
import { useEngine } from '#renderer/client/engine.ts'
import { AccessSection } from '#renderer/features/clients/AccessSection.tsx'
import { ClientCard } from '#renderer/features/clients/ClientCard.tsx'
import { ClientImportDialog } from '#renderer/features/clients/ClientImportDialog.tsx'
import { ExportDialog } from '#renderer/features/clients/ExportDialog.tsx'
import { SetupDialog, type SetupDialogProps } from '#renderer/features/clients/SetupDialog.tsx'
import { EndpointCard } from '#renderer/parts/endpoint/EndpointCard.tsx'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { Notice } from '#renderer/ui/notes/Notice.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export function ClientsPage() {
  const { cache, queries } = useEngine()
  const { data: clients, error } = useQuery({
    ...queries.clients.list.queryOptions({ input: {} }),
    refetchOnMount: 'always',
  })
  const [importing, setImporting] = useState<ClientSnapshot | null>(null)
  const [setup, setSetup] = useState<Pick<SetupDialogProps, 'client' | 'what'> | null>(null)
  const [exporting, setExporting] = useState(false)
  const here = clients?.filter((client) => client.files.length > 0) ?? []
  const absent = clients?.filter((client) => client.files.length === 0) ?? []
  return (
    <main className="overflow-y-auto">
      <div className="mx-auto flex max-w-4xl flex-col gap-8 px-6 pt-3.5 pb-10">
        <header className="flex flex-wrap items-start gap-3">
          <div className="min-w-56 flex-1">
            <h1 className="text-lg font-semibold">Clients</h1>
            <p className="text-sm text-muted">
              Clients that connect here share the same servers and the tools that are on.
            </p>
          </div>
          <Button size="small" onClick={() => setExporting(true)}>
            <Download className="size-3.5" aria-hidden="true" />
            Export servers
          </Button>
        </header>
        <section aria-labelledby="clients-here">
          <h2 id="clients-here" className="mb-2 font-semibold">
            On this machine
          </h2>
          {error !== null && <Notice tone="bad">{visibleText(messageOf(error))}</Notice>}
          {here.length > 0 && (
            <ul
              aria-label="Clients on this machine"
              className="divide-y divide-line rounded-lg border border-line bg-surface"
            >
              {here.map((client) => (
                <ClientCard
                  key={client.client}
                  client={client}
                  onImport={() => setImporting(client)}
                  onSetup={(what) => setSetup({ client, what })}
                />
              ))}
            </ul>
          )}
          {absent.length > 0 && (
            <p className="mt-2 text-sm text-muted">Not found: {absent.map((client) => client.title).join(', ')}.</p>
          )}
        </section>
        <AccessSection />
        <section aria-labelledby="clients-connect">
          <h2 id="clients-connect" className="mb-2 font-semibold">
            Connect another client
          </h2>
          <div className="rounded-lg border border-line bg-surface p-4">
            <EndpointCard />
          </div>
        </section>
      </div>
      {importing !== null && <ClientImportDialog client={importing} onClose={() => setImporting(null)} />}
      {setup !== null && (
        <SetupDialog
          {...setup}
          onDone={() => void cache.invalidateQueries({ queryKey: queries.clients.list.key() })}
          onClose={() => setSetup(null)}
        />
      )}
      {exporting && <ExportDialog onClose={() => setExporting(false)} />}
    </main>
  )
}
