/** Changes a server that is there. Its launch is left alone, and it goes on running, unless that was changed. */
import { type SubmitEvent, useState } from 'react'
import { messageOf } from '#contract/errors'
import type { ServerSnapshot } from '#contract/server'
import { CommandPreview } from '#renderer/features/servers/add/CommandPreview.tsx'
import { EnvironmentRows } from '#renderer/features/servers/add/EnvironmentRows.tsx'
import { isAddress } from '#renderer/features/servers/add/serverForm.ts'
import { BehaviourFields } from '#renderer/features/servers/edit/BehaviourFields.tsx'
import { checkEdit, editForm, type EditForm } from '#renderer/features/servers/edit/editForm.ts'
import { useServerActions } from '#renderer/features/servers/useServerActions.ts'
import { Button } from '#renderer/ui/Button.tsx'
import { Dialog } from '#renderer/ui/Dialog.tsx'
import { Field, TextArea, TextBox } from '#renderer/ui/Field.tsx'
import { Notice } from '#renderer/ui/Notice.tsx'
import { visibleText } from '#renderer/ui/visibleText.ts'

const formId = 'edit-server'

export function EditServerDialog({ server, onClose }: { server: ServerSnapshot; onClose: () => void }) {
  const actions = useServerActions()
  const [form, setForm] = useState(() => editForm(server))
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const remote = isAddress(form.commandLine)
  const checked = checkEdit(form, server)
  const errors = tried && !checked.ok ? checked.errors : {}
  const startsAnew = checked.ok && checked.change.launch !== undefined
  const change = (part: Partial<EditForm>) => setForm((known) => ({ ...known, ...part }))
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    setTried(true)
    if (!checked.ok || busy) return
    setBusy(true)
    try {
      if (Object.keys(checked.change).length > 0) await actions.update(server.slug, checked.change)
      onClose()
    } catch (thrown) {
      setFailure(messageOf(thrown))
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={`Settings of ${visibleText(server.name)}`}
      footer={
        <>
          {startsAnew && <p className="mr-auto text-sm text-muted">It is started anew.</p>}
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form={formId} disabled={busy}>
            Save
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
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
          {!remote && <CommandPreview commandLine={form.commandLine} />}
        </div>
        <EnvironmentRows
          title={remote ? 'Headers' : 'Environment'}
          one={remote ? 'header' : 'variable'}
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
        {failure !== null && (
          <Notice tone="bad">
            <p role="alert">{visibleText(failure)}</p>
          </Notice>
        )}
      </form>
    </Dialog>
  )
}
