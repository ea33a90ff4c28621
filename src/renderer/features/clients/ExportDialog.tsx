/** A project's servers as a configuration file of Switchboard or of a client, without the values of secrets. */
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { clientTitles, type ExportFormat, exportFormats } from '#contract/clients/clientNames'
import { messageOf } from '#contract/errors'
import { defaultProjectId } from '#contract/mainProject'
import { useEngine } from '#renderer/client/engine.ts'
import { ProjectChoice } from '#renderer/parts/project/ProjectChoice.tsx'
import { useProjectInUse } from '#renderer/model/projects/projectInUse.ts'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { CopyButton } from '#renderer/ui/controls/CopyButton.tsx'
import { Dialog } from '#renderer/ui/overlay/Dialog.tsx'
import { Field } from '#renderer/ui/form/Field.tsx'
import { OptionChoice } from '#renderer/ui/form/OptionChoice.tsx'
import { Notice } from '#renderer/ui/notes/Notice.tsx'
import { saveText } from '#renderer/ui/text/saveText.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

const formatTitles: Readonly<Record<ExportFormat, string>> = {
  switchboard: 'Switchboard',
  ...clientTitles,
}

export function ExportDialog({ onClose }: { onClose: () => void }) {
  const { queries } = useEngine()
  const inUse = useProjectInUse()
  const [format, setFormat] = useState<ExportFormat>('switchboard')
  const [picked, setPicked] = useState<string | null>(null)
  const projectId = picked ?? inUse ?? defaultProjectId
  const { data: exported, error } = useQuery({
    ...queries.clients.export.queryOptions({ input: { format, projectId } }),
    gcTime: 0,
    refetchOnMount: 'always',
  })
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title="Export servers"
      description="Secrets are exported as placeholders, without their values."
      footer={
        exported !== undefined && (
          <>
            <CopyButton label="Copy" size="medium" text={exported.text} />
            <Button look="primary" onClick={() => saveText('mcp.json', exported.text)}>
              <Download className="size-3.5" aria-hidden="true" />
              Save
            </Button>
          </>
        )
      }
    >
      <div className="mb-3 grid gap-3 sm:grid-cols-2">
        <Field label="Export for">
          {(control) => (
            <OptionChoice
              {...control}
              value={format}
              options={exportFormats.map((one) => ({ value: one, title: formatTitles[one] }))}
              onChange={setFormat}
            />
          )}
        </Field>
        <Field label="Project">
          {(control) => <ProjectChoice {...control} value={projectId} onChange={setPicked} />}
        </Field>
      </div>
      {error !== null && <Notice tone="bad">{visibleText(messageOf(error))}</Notice>}
      {exported !== undefined && (
        <>
          {exported.notes.length > 0 && (
            <Notice tone="plain" className="mb-3">
              <ul>
                {exported.notes.map((note) => (
                  <li key={note}>{visibleText(note)}</li>
                ))}
              </ul>
            </Notice>
          )}
          <pre
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable with the keyboard
            tabIndex={0}
            data-export=""
            className="max-h-96 overflow-auto rounded-md border border-line bg-canvas px-3 py-2 font-mono text-xs break-all whitespace-pre-wrap select-text -outline-offset-2"
          >
            {visibleText(exported.text)}
          </pre>
        </>
      )}
    </Dialog>
  )
}
