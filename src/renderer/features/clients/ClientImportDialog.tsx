/** Imports servers from a client: review, select, consent. The client's files are not changed. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ClientSnapshot } from '#contract/clients/client'
import { messageOf } from '#contract/errors'
import { counted } from '#contract/text/counted'
import { useEngine } from '#renderer/client/engine.ts'
import { consentText } from '#renderer/parts/importing/importChoice.ts'
import { ImportReview } from '#renderer/parts/importing/ImportReview.tsx'
import { useImport } from '#renderer/parts/importing/useImport.ts'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { Dialog } from '#renderer/ui/overlay/Dialog.tsx'
import { Notice } from '#renderer/ui/notes/Notice.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export function ClientImportDialog({ client, onClose }: { client: ClientSnapshot; onClose: () => void }) {
  const { queries } = useEngine()
  const importing = useImport({
    source: () => ({ client: client.client, consent: preview.data?.consent ?? '' }),
    title: (count) => `Imported ${counted(count, 'server')} from ${client.title}`,
    readAgain: () => preview.refetch(),
    onClose,
  })
  const { project } = importing
  const preview = useQuery({
    ...queries.clients.previewImport.queryOptions({
      input: { client: client.client, ...(project !== undefined && { projectId: project }) },
    }),
    gcTime: 0,
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  })
  const candidates = preview.data?.candidates ?? []
  const chosen = importing.chosenOf(candidates)
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={`Import from ${client.title}`}
      description="You review every server before it starts. The client’s files are not changed."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            disabled={chosen.length === 0 || importing.busy || preview.isPlaceholderData}
            onClick={() => void importing.take(candidates)}
          >
            {chosen.length > 0 ? consentText(chosen) : 'Import'}
          </Button>
        </>
      }
    >
      {preview.error !== null && (
        <Notice tone="bad" className="mb-3">
          <p role="alert">{visibleText(messageOf(preview.error))}</p>
        </Notice>
      )}
      {preview.data !== undefined && <ImportReview candidates={candidates} problems={[]} importing={importing} />}
    </Dialog>
  )
}
