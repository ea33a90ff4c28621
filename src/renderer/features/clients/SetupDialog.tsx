/** Connects or disconnects a client: shows how each file would change, and writes it after consent. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ClientSnapshot } from '#contract/clients/client'
import type { SetupDone } from '#contract/clients/clientSetup'
import { messageOf } from '#contract/errors'
import { useEngine } from '#renderer/client/engine.ts'
import { DiffView } from '#renderer/features/clients/DiffView.tsx'
import { type SetupWish, SetupWishFields } from '#renderer/features/clients/SetupWishFields.tsx'
import { LaunchLines } from '#renderer/parts/server/LaunchLines.tsx'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { Dialog } from '#renderer/ui/overlay/Dialog.tsx'
import { Notice } from '#renderer/ui/notes/Notice.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export interface SetupDialogProps {
  client: ClientSnapshot
  what: 'connect' | 'disconnect'
  onDone: () => void
  onClose: () => void
}

function Notes({ notes }: { notes: readonly string[] }) {
  if (notes.length === 0) return null
  return (
    <Notice tone="plain">
      <ul>
        {notes.map((note) => (
          <li key={note}>{visibleText(note)}</li>
        ))}
      </ul>
    </Notice>
  )
}

function Done({ done }: { done: SetupDone }) {
  const copies = done.files.filter((file) => file.backup !== null)
  return (
    <div className="flex flex-col gap-3 text-sm" role="status">
      <p className="font-medium">{visibleText(done.next)}</p>
      {done.taken.length > 0 && (
        <p>
          Imported: <span className="font-mono text-xs">{done.taken.join(', ')}</span>
        </p>
      )}
      {copies.map((file) => (
        <p key={file.path} className="text-xs break-all text-muted">
          Backup of the file: <code className="font-mono select-text">{visibleText(file.backup ?? '')}</code>
        </p>
      ))}
      <Notes notes={done.notes} />
    </div>
  )
}

export function SetupDialog({ client, what, onDone, onClose }: SetupDialogProps) {
  const { api, queries } = useEngine()
  const [wish, setWish] = useState<SetupWish>({ via: client.doors[0] ?? 'stdio', projectId: null, takeServers: false })
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [done, setDone] = useState<SetupDone | null>(null)
  const { projectId, ...rest } = wish
  const input = { client: client.client, ...rest, ...(projectId !== null && { projectId }) }
  const connectPlan = useQuery({
    ...queries.clients.previewConnect.queryOptions({ input }),
    enabled: what === 'connect' && done === null,
    gcTime: 0,
  })
  const disconnectPlan = useQuery({
    ...queries.clients.previewDisconnect.queryOptions({ input: { client: client.client } }),
    enabled: what === 'disconnect' && done === null,
    gcTime: 0,
  })
  const { data: plan, error, refetch } = what === 'connect' ? connectPlan : disconnectPlan
  const go = async () => {
    if (plan === undefined) return
    setBusy(true)
    setProblem(null)
    try {
      const { consent } = plan
      setDone(
        what === 'connect'
          ? await api.clients.connect({ ...input, consent })
          : await api.clients.disconnect({ client: client.client, consent }),
      )
      onDone()
    } catch (thrown) {
      setProblem(messageOf(thrown))
      // A file may have changed meanwhile. The preview is read again, so that it shows what would be written.
      await refetch()
    } finally {
      setBusy(false)
    }
  }
  const said = problem ?? (error === null ? null : messageOf(error))
  const verb = what === 'connect' ? 'Connect' : 'Disconnect'
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={`${verb} ${client.title}`}
      description={
        done === null ? 'You review the changes before they are written. A backup of each file is kept.' : undefined
      }
      footer={
        done === null ? (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button
              look="primary"
              disabled={plan === undefined || plan.changes.length === 0 || busy}
              onClick={() => void go()}
            >
              {verb}
            </Button>
          </>
        ) : (
          <Button look="primary" onClick={onClose}>
            Close
          </Button>
        )
      }
    >
      {done === null ? (
        <div className="flex flex-col gap-3">
          {what === 'connect' && <SetupWishFields client={client} wish={wish} onChange={setWish} />}
          {said !== null && (
            <Notice tone="bad">
              <p role="alert">{visibleText(said)}</p>
            </Notice>
          )}
          {plan?.changes.length === 0 && <Notice tone="plain">Nothing to change.</Notice>}
          {plan?.changes.map((change) => (
            <DiffView key={change.path} change={change} />
          ))}
          {plan !== undefined && plan.taken.length > 0 && (
            <section className="text-sm">
              <p>Imported, and started on first use:</p>
              <ul aria-label="Imported" className="mt-1 divide-y divide-line rounded-lg border border-line">
                {plan.taken.map(({ name, launch }) => (
                  <li key={name} className="px-3 py-2">
                    <p className="font-medium break-words">{visibleText(name)}</p>
                    <LaunchLines launch={launch} />
                  </li>
                ))}
              </ul>
            </section>
          )}
          {plan !== undefined && <Notes notes={plan.notes} />}
        </div>
      ) : (
        <Done done={done} />
      )}
    </Dialog>
  )
}
