/** Installs a product: read its manifest, review the changes, consent. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '#contract/errors'
import { useEngine } from '#renderer/client/engine.ts'
import { useTargetProject } from '#renderer/model/projects/chosenProject.ts'
import { InstallPreview } from '#renderer/features/settings/products/InstallPreview.tsx'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { Dialog } from '#renderer/ui/overlay/Dialog.tsx'
import { FileSource } from '#renderer/ui/form/FileSource.tsx'
import { useToasts } from '#renderer/ui/overlay/Toasts.tsx'
import { useUnsaved } from '#renderer/ui/overlay/useUnsaved.tsx'
import { useDebounced } from '#renderer/ui/page/useDebounced.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

const restMs = 200

export function InstallDialog({ onInstalled, onClose }: { onInstalled: () => void; onClose: () => void }) {
  const { api, queries } = useEngine()
  const { show } = useToasts()
  const project = useTargetProject()
  const [manifest, setManifest] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [reopened, setReopened] = useState(false)
  const rested = useDebounced(manifest, restMs)
  const input = { manifest: rested, ...(project !== null && { projectId: project.id }) }
  const { data, error } = useQuery({
    ...queries.products.preview.queryOptions({ input }),
    enabled: rested.trim() !== '',
    gcTime: 0,
  })
  const preview = manifest.trim() === '' ? undefined : data
  const said = problem ?? (error === null || manifest.trim() === '' ? null : messageOf(error))
  const change = (text: string) => {
    setManifest(text)
    setProblem(null)
  }
  const install = async () => {
    if (preview === undefined) return
    setBusy(true)
    try {
      const servers = await api.products.install({ ...input, consent: preview.consent })
      onInstalled()
      onClose()
      show({ title: `Installed ${visibleText(preview.name)}`, detail: servers.map(({ slug }) => slug).join(', ') })
    } catch (thrown) {
      setProblem(messageOf(thrown))
      setBusy(false)
    }
  }
  const isRight = preview !== undefined && preview.problems.length === 0 && problem === null
  const ready = isRight && rested === manifest && !busy
  // An invalid manifest stays in its field to be corrected. A valid one is replaced by its preview.
  const editing = reopened || !isRight
  const unsaved = useUnsaved({ edited: manifest.trim() !== '', busy: busy, saving: null, onClose })
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && unsaved.close()}
      title="Install a product"
      description={
        project === null
          ? 'Installs into the default project. You review the changes first.'
          : `Installs into the project ${visibleText(project.name)}. You review the changes first.`
      }
      footer={
        <>
          {!editing && (
            <Button look="quiet" className="mr-auto" onClick={() => setReopened(true)}>
              Edit manifest
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" disabled={!ready} onClick={() => void install()}>
            Install
          </Button>
        </>
      }
    >
      {editing && (
        <FileSource
          label="Manifest"
          hint="Drop a manifest here, JSON or YAML"
          accept=".json,.yaml,.yml"
          placeholder={'{ "id": "…", "name": "…", "version": "1.0.0", "mcp": { "servers": { … } } }'}
          text={manifest}
          error={said === null ? null : visibleText(said)}
          onChange={change}
          onProblem={setProblem}
        />
      )}
      {preview !== undefined && (
        <div className={editing ? 'mt-4' : undefined}>
          <InstallPreview preview={preview} />
        </div>
      )}
      {unsaved.question}
    </Dialog>
  )
}
