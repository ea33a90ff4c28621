/** Takes servers over from a client: look at each in full, choose, consent. The client's files stay as they are. */
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ClientSnapshot } from '#contract/client'
import { messageOf } from '#contract/errors'
import { useEngine } from '#renderer/client/engine.ts'
import { useTargetProject } from '#renderer/features/projects/chosenProject.ts'
import { CandidateList } from '#renderer/features/servers/import/CandidateList.tsx'
import { consentText, useCandidateChoice } from '#renderer/features/servers/import/useCandidateChoice.ts'
import { useServerActions } from '#renderer/features/servers/useServerActions.ts'
import { Button } from '#renderer/ui/Button.tsx'
import { Dialog } from '#renderer/ui/Dialog.tsx'
import { Notice } from '#renderer/ui/Notice.tsx'
import { useToasts } from '#renderer/ui/Toasts.tsx'
import { visibleText } from '#renderer/ui/visibleText.ts'

export function ClientImportDialog({ client, onClose }: { client: ClientSnapshot; onClose: () => void }) {
  const { api, queries } = useEngine()
  const actions = useServerActions()
  const { show } = useToasts()
  const navigate = useNavigate()
  const target = useTargetProject()
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const {
    data: preview,
    error,
    refetch,
  } = useQuery({
    ...queries.clients.previewImport.queryOptions({ input: { client: client.client } }),
    gcTime: 0,
    refetchOnMount: 'always',
  })
  const { chosen, choose } = useCandidateChoice(preview?.candidates)
  const undo = async (slugs: readonly string[]) => {
    for (const slug of slugs) await actions.discard(slug)
  }
  const take = async () => {
    if (preview === undefined) return
    setBusy(true)
    setProblem(null)
    try {
      const added = await api.servers.import({
        client: client.client,
        consent: preview.consent,
        names: chosen.map((candidate) => candidate.name),
        ...(target !== null && { projectId: target.id }),
      })
      onClose()
      await navigate({ to: '/servers' })
      show({
        title: `Imported ${added.length} ${added.length === 1 ? 'server' : 'servers'} from ${client.title}`,
        action: { label: 'Undo', run: () => void undo(added.map((server) => server.slug)) },
      })
    } catch (thrown) {
      setProblem(messageOf(thrown))
      setBusy(false)
      // The files have changed meanwhile: what is shown has to be what would be taken.
      await refetch()
    }
  }
  const said = problem ?? (error === null ? null : messageOf(error))
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={`Import from ${client.title}`}
      description="Nothing is started before you have seen it. The files of the client stay as they are."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" disabled={chosen.length === 0 || busy} onClick={() => void take()}>
            {chosen.length > 0 ? consentText(chosen) : 'Import'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {said !== null && (
          <Notice tone="bad">
            <p role="alert">{visibleText(said)}</p>
          </Notice>
        )}
        <Notice tone="plain">
          These commands run on your machine with your rights, each time the server is used. Import only what you know.
        </Notice>
        {preview !== undefined && (
          <CandidateList
            candidates={preview.candidates}
            chosen={new Set(chosen.map((candidate) => candidate.name))}
            onChoose={choose}
          />
        )}
      </div>
    </Dialog>
  )
}
