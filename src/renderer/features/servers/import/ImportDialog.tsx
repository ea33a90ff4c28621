/** Takes servers over from a client's configuration file: read, look at each, choose, consent. */
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { messageOf } from '#contract/errors'
import { useEngine } from '#renderer/client/engine.ts'
import { CandidateList } from '#renderer/features/servers/import/CandidateList.tsx'
import { useTargetProject } from '#renderer/features/projects/chosenProject.ts'
import { consentText, useCandidateChoice } from '#renderer/features/servers/import/useCandidateChoice.ts'
import { useServerActions } from '#renderer/features/servers/useServerActions.ts'
import { Button } from '#renderer/ui/Button.tsx'
import { Dialog } from '#renderer/ui/Dialog.tsx'
import { FileSource } from '#renderer/ui/FileSource.tsx'
import { Notice } from '#renderer/ui/Notice.tsx'
import { useToasts } from '#renderer/ui/Toasts.tsx'
import { useDebounced } from '#renderer/ui/useDebounced.ts'
import { visibleText } from '#renderer/ui/visibleText.ts'

const restMs = 200

export function ImportDialog({ initialText, onClose }: { initialText: string; onClose: () => void }) {
  const { queries } = useEngine()
  const actions = useServerActions()
  const { show } = useToasts()
  const navigate = useNavigate()
  const target = useTargetProject()
  const [text, setText] = useState(initialText)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const rested = useDebounced(text, restMs)
  const preview = useQuery({
    ...queries.servers.previewImport.queryOptions({ input: { text: rested } }),
    enabled: rested.trim() !== '',
    gcTime: 0,
  })
  const candidates = text.trim() === '' ? undefined : preview.data?.candidates
  const problems = preview.data?.problems ?? []
  const { chosen, choose, reset } = useCandidateChoice(candidates)
  const error = problem ?? (preview.error === null || text.trim() === '' ? null : visibleText(messageOf(preview.error)))

  const change = (next: string) => {
    setText(next)
    reset()
    setProblem(null)
  }
  const undo = async (slugs: readonly string[]) => {
    for (const slug of slugs) await actions.discard(slug)
  }
  const take = async () => {
    setBusy(true)
    try {
      const added = await actions.importServers(
        rested,
        chosen.map((candidate) => candidate.name),
        target?.id,
      )
      onClose()
      await navigate({ to: '/servers' })
      show({
        title: `Imported ${added.length} ${added.length === 1 ? 'server' : 'servers'}`,
        action: { label: 'Undo', run: () => void undo(added.map((server) => server.slug)) },
      })
    } catch (thrown) {
      setProblem(visibleText(messageOf(thrown)))
      setBusy(false)
    }
  }

  const reviewing = candidates !== undefined && candidates.length > 0 && problem === null
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title="Import a configuration file"
      description="Nothing is started before you have seen it. The file itself stays as it is."
      footer={
        <>
          {reviewing && (
            <Button look="quiet" className="mr-auto" onClick={() => change('')}>
              Another file
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            disabled={!reviewing || chosen.length === 0 || busy || rested !== text}
            onClick={() => void take()}
          >
            {reviewing && chosen.length > 0 ? consentText(chosen) : 'Import'}
          </Button>
        </>
      }
    >
      {reviewing ? (
        <div className="flex flex-col gap-3">
          <Notice tone="plain">
            These commands run on your machine with your rights, each time the server is used. Import only what you
            know.
          </Notice>
          {problems.length > 0 && (
            <Notice tone="warn">
              <ul aria-label="Problems of this file">
                {problems.map((one) => (
                  <li key={one}>{visibleText(one)}</li>
                ))}
              </ul>
            </Notice>
          )}
          <CandidateList
            candidates={candidates}
            chosen={new Set(chosen.map((candidate) => candidate.name))}
            onChoose={choose}
          />
        </div>
      ) : (
        <FileSource
          label="Configuration file"
          hint="Drop a file here, for example claude_desktop_config.json or mcp.json"
          accept=".json,.jsonc,application/json"
          placeholder={'{ "mcpServers": { … } }'}
          text={text}
          error={error ?? (candidates?.length === 0 ? 'This file names no servers.' : null)}
          onChange={change}
          onProblem={setProblem}
        />
      )}
    </Dialog>
  )
}
