/** Edits a server. It keeps running unless its launch has changed. */
import type { ServerChange, ServerSnapshot } from '#contract/servers/server'
import { hasProcess } from '#contract/servers/transports'
import { CommandPreview } from '#renderer/features/servers/add/CommandPreview.tsx'
import { EnvironmentRows } from '#renderer/features/servers/add/EnvironmentRows.tsx'
import { readText } from '#renderer/features/servers/add/reading.ts'
import { BehaviourFields } from '#renderer/features/servers/edit/BehaviourFields.tsx'
import { checkEdit, editForm, isRemoteEdit } from '#renderer/features/servers/edit/editForm.ts'
import { useServerActions } from '#renderer/model/servers/useServerActions.ts'
import { Field, TextArea, TextBox } from '#renderer/ui/form/Field.tsx'
import { FormDialog } from '#renderer/ui/overlay/FormDialog.tsx'
import { useForm } from '#renderer/ui/form/useForm.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export function EditServerDialog({ server, onClose }: { server: ServerSnapshot; onClose: () => void }) {
  const actions = useServerActions()
  const { values: form, change, tried, submission } = useForm(() => editForm(server))
  const remote = isRemoteEdit(form, server.launch)
  const reading = readText(form.commandLine)
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
      <div className="flex flex-col gap-2">
        <Field label="Command or address" error={errors.commandLine}>
          {(control) => (
            <TextArea
              {...control}
              rows={2}
              value={form.commandLine}
              onChange={(event) => change({ commandLine: event.target.value })}
            />
          )}
        </Field>
        {reading.kind === 'one' && hasProcess(reading.server.launch) && (
          <CommandPreview command={reading.server.launch.command} args={reading.server.launch.args} />
        )}
      </div>
      <EnvironmentRows
        title={remote ? 'Headers' : 'Environment'}
        rowName={remote ? 'header' : 'variable'}
        rows={form.environment}
        error={errors.environment}
        onChange={(environment) => change({ environment })}
      />
      {!remote && (
        <Field label="Working folder" error={errors.cwd}>
          {(control) => (
            <TextBox {...control} value={form.cwd} onChange={(event) => change({ cwd: event.target.value })} />
          )}
        </Field>
      )}
      <BehaviourFields form={form} remote={remote} errors={errors} onChange={change} />
    </FormDialog>
  )
}
