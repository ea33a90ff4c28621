/** Edits a server. It keeps running unless its launch has changed. */
import type { ServerChange, ServerSnapshot } from '#contract/servers/server'
import { isContainer } from '#contract/servers/transports'
import { BehaviourFields } from '#renderer/features/servers/edit/BehaviourFields.tsx'
import { checkEdit, editForm, isRemoteEdit } from '#renderer/features/servers/edit/editForm.ts'
import { useServerActions } from '#renderer/model/servers/useServerActions.ts'
import { Field, TextBox } from '#renderer/ui/form/Field.tsx'
import { LaunchFields } from '#renderer/features/servers/edit/LaunchFields.tsx'
import { FormDialog } from '#renderer/ui/overlay/FormDialog.tsx'
import { useForm } from '#renderer/ui/form/useForm.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export function EditServerDialog({ server, onClose }: { server: ServerSnapshot; onClose: () => void }) {
  const actions = useServerActions()
  const { values: form, change, tried, submission } = useForm(() => editForm(server))
  const hosted = isContainer(server.launch)
  const remote = isRemoteEdit(form, server.launch)
  const checked = checkEdit(form, server)
  const errors = tried && !checked.ok ? checked.errors : {}
  const restarts = checked.ok && checked.change.launch !== undefined
  const save = async (changed: ServerChange) => {
    if (Object.keys(changed).length > 0) await actions.update(server.slug, changed)
    onClose()
  }
  return (
    <FormDialog
      submission={submission}
      send={checked.ok ? () => save(checked.change) : null}
      action="Save"
      wide
      title={`Settings of ${visibleText(server.name)}`}
      aside={restarts ? <p className="text-sm text-muted">Saving restarts the server.</p> : undefined}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Name" error={errors.name}>
          {(control) => (
            <TextBox {...control} value={form.name} onChange={(event) => change({ name: event.target.value })} />
          )}
        </Field>
        <Field label="Description" error={errors.description}>
          {(control) => (
            <TextBox
              {...control}
              value={form.description}
              onChange={(event) => change({ description: event.target.value })}
            />
          )}
        </Field>
      </div>
      {!hosted && <LaunchFields form={form} remote={remote} errors={errors} onChange={change} />}
      <BehaviourFields form={form} remote={remote} errors={errors} onChange={change} />
    </FormDialog>
  )
}
