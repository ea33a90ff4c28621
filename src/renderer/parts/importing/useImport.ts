/** Runs an import. Failed servers stay selected, and the import can be undone. */
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ClientCandidate } from '#contract/clients/client'
import { messageOf } from '#contract/errors'
import type { ImportResult } from '#contract/servers/import'
import { useTargetProject } from '#renderer/model/projects/chosenProject.ts'
import { type Choices, importInput, isChosen, noChoices } from '#renderer/parts/importing/importChoice.ts'
import { useServerActions, type WantedImport } from '#renderer/model/servers/useServerActions.ts'
import { useToasts } from '#renderer/ui/overlay/Toasts.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export interface ImportParts {
  /** What to import. The hook adds the names and the project. */
  readonly source: () =>
    | { text: string }
    | { client: Extract<WantedImport, { client: unknown }>['client']; consent: string }
  readonly title: (count: number) => string
  /** Reads the candidates again: names may be taken now, and files may have changed. */
  readonly readAgain: () => Promise<unknown>
  readonly onClose: () => void
}

export function useImport({ source, title, readAgain, onClose }: ImportParts) {
  const actions = useServerActions()
  const { show } = useToasts()
  const navigate = useNavigate()
  const target = useTargetProject()
  const [projectId, setProjectId] = useState<string | null>(null)
  const [choices, setChoices] = useState<Choices>(noChoices)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [partly, setPartly] = useState<ImportResult | null>(null)
  const project = projectId ?? target?.id

  const undo = async ({ id }: ImportResult) => {
    await actions.undoImport(id)
    if (partly === null) return
    setPartly(null)
    await readAgain()
  }
  const finish = async (result: ImportResult) => {
    if (result.failed.length > 0) {
      setPartly(result)
      setBusy(false)
      // Imported servers are deselected, so that they are not imported twice. Failed ones stay selected.
      const failed = new Set(result.failed.map(({ name }) => name))
      setChoices((known) => ({
        ...known,
        selected: new Map([...known.selected].map(([name, wanted]) => [name, wanted && failed.has(name)])),
      }))
      await readAgain()
      return
    }
    onClose()
    await navigate({ to: '/servers' })
    show({ title: title(result.servers.length), action: { label: 'Undo', run: () => void undo(result) } })
  }
  const take = async (candidates: readonly ClientCandidate[]) => {
    setBusy(true)
    setFailure(null)
    setPartly(null)
    const chosen = importInput(choices, candidates)
    setChoices((known) => ({
      ...known,
      selected: new Map([...known.selected, ...chosen.names.map((name) => [name, true] as const)]),
    }))
    try {
      await finish(
        await actions.importServers({ ...source(), ...chosen, ...(project !== undefined && { projectId: project }) }),
      )
    } catch (thrown) {
      setFailure(visibleText(messageOf(thrown)))
      setBusy(false)
      await readAgain()
    }
  }
  return {
    project,
    setProject: setProjectId,
    choices,
    setChoices,
    busy,
    failure,
    partly,
    undo,
    take,
    chosenOf: (candidates: readonly ClientCandidate[]) => candidates.filter((one) => isChosen(choices, one)),
  }
}

export type Importing = ReturnType<typeof useImport>
