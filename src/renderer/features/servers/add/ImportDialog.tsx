/** Imports servers from a client's configuration file: read, review, select, consent. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '#contract/errors'
import { counted } from '#contract/text/counted'
import { useEngine } from '#renderer/client/engine.ts'
import { consentText, noChoices } from '#renderer/parts/importing/importChoice.ts'
import { ImportReview } from '#renderer/parts/importing/ImportReview.tsx'
import { useImport } from '#renderer/parts/importing/useImport.ts'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { Dialog } from '#renderer/ui/overlay/Dialog.tsx'
import { FileSource } from '#renderer/ui/form/FileSource.tsx'
import { useUnsaved } from '#renderer/ui/overlay/useUnsaved.tsx'
import { useDebounced } from '#renderer/ui/page/useDebounced.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

const restMs = 200

export function ImportDialog({ initialText, onClose }: { initialText: string; onClose: () => void }) {
  const { queries } = useEngine()
  const [text, setText] = useState(initialText)
  const [problem, setProblem] = useState<string | null>(null)
  const rested = useDebounced(text, restMs)
  const importing = useImport({
    source: () => ({ text: rested }),
    title: (count) => `Imported ${counted(count, 'server')}`,
    readAgain: () => preview.refetch(),
    onClose,
  })
  const { project } = importing
  const preview = useQuery({
    ...queries.servers.previewImport.queryOptions({
      input: { text: rested, ...(project !== undefined && { projectId: project }) },
    }),
    enabled: rested.trim() !== '',
    gcTime: 0,
    // The servers are the same for another project, so they stay visible while the new preview is loading.
    placeholderData: keepPreviousData,
  })
  const candidates = text.trim() === '' ? undefined : preview.data?.candidates
  const problems = preview.data?.problems ?? []
  const error = problem ?? (preview.error === null || text.trim() === '' ? null : visibleText(messageOf(preview.error)))

  const change = (next: string) => {
    setText(next)
    importing.setChoices(noChoices)
    setProblem(null)
  }
  const reviewing = candidates !== undefined && candidates.length > 0 && problem === null && preview.error === null
  const chosen = reviewing ? importing.chosenOf(candidates) : []
  const unsaved = useUnsaved({ edited: text !== initialText, busy: importing.busy, saving: null, onClose })
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && unsaved.close()}
      title="Import a configuration file"
      description="You review every server before it starts. The file is not changed."
      footer={
        <>
          {reviewing && (
            <Button look="quiet" className="mr-auto" onClick={() => change('')}>
              Choose another file
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            disabled={chosen.length === 0 || importing.busy || rested !== text || preview.isPlaceholderData}
            onClick={() => void importing.take(candidates ?? [])}
          >
            {chosen.length > 0 ? consentText(chosen) : 'Import'}
          </Button>
        </>
      }
    >
      {reviewing ? (
        <ImportReview candidates={candidates} problems={problems} importing={importing} />
      ) : (
        <FileSource
          label="Configuration file"
          hint="Drop a file here, for example claude_desktop_config.json, mcp.json or config.toml"
          accept=".json,.jsonc,.toml,application/json"
          placeholder={'{ "mcpServers": { … } }'}
          text={text}
          error={error ?? (candidates?.length === 0 ? 'No servers found in this file.' : null)}
          onChange={change}
          onProblem={setProblem}
        />
      )}
      {unsaved.question}
    </Dialog>
  )
}
