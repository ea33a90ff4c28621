/** Changes a hosted server. The dialog shows the effects before anything restarts. */
import { useQuery } from '@tanstack/react-query'
import type { HostedServer } from '#contract/hosting/hostedServer'
import type { HostedChangeInput, HostedChangePreview, HostedSetup } from '#contract/hosting/registration'
import { useEngine } from '#renderer/client/engine.ts'
import { HostFields } from '#renderer/features/hosting/add/HostFields.tsx'
import { useHostForm } from '#renderer/features/hosting/add/useHostForm.ts'
import { changeIn, editedForm, titleOfField, withoutValues } from '#renderer/features/hosting/edit/hostEdit.ts'
import { pullText } from '#renderer/features/hosting/hostedStatus.ts'
import { useInstallLine } from '#renderer/features/hosting/package/useInstallLine.ts'
import { useHostingActions } from '#renderer/features/hosting/useHostingActions.ts'
import type { Pull } from '#renderer/features/hosting/usePulls.ts'
import { ReadFailure } from '#renderer/ui/notes/ReadFailure.tsx'
import { Dialog } from '#renderer/ui/overlay/Dialog.tsx'
import { FormDialog } from '#renderer/ui/overlay/FormDialog.tsx'
import { useDebounced } from '#renderer/ui/page/useDebounced.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export interface EditHostedDialogProps {
  server: HostedServer
  pull: Pull | null
  /** A newer version of the package, filled in when the form opens. Null: the form opens with the current settings. */
  version: string | null
  onClose: () => void
}

export function EditHostedDialog(props: EditHostedDialogProps) {
  const { server, onClose } = props
  const { queries } = useEngine()
  const setup = useQuery({ ...queries.hosting.setup.queryOptions({ input: { id: server.id } }), gcTime: 0 })
  const title = `Settings of ${visibleText(server.name)}`
  if (setup.data !== undefined) return <EditForm {...props} title={title} setup={setup.data} />
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title} wide>
      {setup.error === null ? (
        <p aria-busy="true" className="text-sm text-muted">
          Loading…
        </p>
      ) : (
        <ReadFailure what="Its settings" error={setup.error} onAgain={() => void setup.refetch()} />
      )}
    </Dialog>
  )
}

interface EditFormProps extends EditHostedDialogProps {
  title: string
  setup: HostedSetup
}

function EditForm({ server, pull, version, onClose, title, setup }: EditFormProps) {
  const actions = useHostingActions()
  const form = useHostForm(() => ({ ...editedForm(setup), ...(version !== null && { packageVersion: version }) }))
  const { values, errors, checked, change, submission } = form
  const changed = checked.ok ? changeIn(values, setup, checked.registration) : null
  const preview = usePreview(server.id, changed)
  const isSame = changed !== null && Object.keys(changed).length === 0
  const save = async (wanted: HostedChangeInput) => {
    if (!isSame) await actions.change(server, wanted)
    onClose()
  }
  const restarts = preview?.restarts === true
  const line = useInstallLine(submission.busy)
  return (
    <FormDialog
      submission={submission}
      send={changed === null ? null : form.sending(() => save(changed))}
      action={submission.busy ? 'Saving…' : restarts ? 'Save and restart' : 'Save'}
      wide
      title={title}
      aside={
        <p aria-live="polite" className="text-sm text-muted first-letter:uppercase">
          {submission.busy ? (line ?? (pull === null ? '' : pullText(pull))) : ''}
        </p>
      }
      onClose={onClose}
    >
      <HostFields form={values} errors={errors} onChange={change} />
      {preview !== null && preview.differences.length > 0 && <Differences preview={preview} />}
    </FormDialog>
  )
}

/** Returns null if there is nothing to show. */
function usePreview(id: string, changed: HostedChangeInput | null): HostedChangePreview | null {
  const { queries } = useEngine()
  const text = useDebounced(changed === null ? '{}' : JSON.stringify(withoutValues(changed)), 250)
  const change = JSON.parse(text) as HostedChangeInput
  const { data } = useQuery({
    ...queries.hosting.previewChange.queryOptions({ input: { id, change } }),
    enabled: text !== '{}',
    gcTime: 0,
    retry: false,
  })
  return changed === null || text === '{}' ? null : (data ?? null)
}

function Differences({ preview: { differences, restarts, left_volumes: left } }: { preview: HostedChangePreview }) {
  return (
    <section aria-labelledby="host-differences" className="rounded-lg border border-line bg-canvas px-3 py-2.5 text-sm">
      <h3 id="host-differences" className="font-medium">
        Saving makes these changes
      </h3>
      <ul className="mt-1 flex flex-col gap-1">
        {differences.map(({ field, before, after }) => (
          <li key={field} className="flex flex-wrap gap-x-2 break-all">
            <span className="text-muted">{visibleText(titleOfField(field))}</span>
            <span>
              {visibleText(before ?? 'nothing')} <span aria-label="becomes">→</span> {visibleText(after ?? 'nothing')}
            </span>
          </li>
        ))}
      </ul>
      {left.length > 0 && (
        <p className="mt-1.5">
          The server no longer uses {left.map(visibleText).join(', ')}. The files stay until you delete the volume.
        </p>
      )}
      <p className="mt-1.5 text-muted">
        {restarts
          ? 'A new container replaces the running one: open calls get 10 seconds to finish. Volumes are kept.'
          : 'The container keeps running.'}
      </p>
    </section>
  )
}
