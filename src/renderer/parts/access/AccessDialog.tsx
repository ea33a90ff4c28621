/** Creates or edits a client of the endpoint: its name, what it may see, and its limits. */
import { clientTitles } from '#contract/clients/clientNames'
import type { AccessClient, NewAccessClient } from '#contract/clients/access'
import { choiceNow } from '#contract/tools/toolChoice'
import { useEngine } from '#renderer/client/engine.ts'
import { accessForm, type AccessForm, checkAccess, emptyAccess } from '#renderer/parts/access/accessForm.ts'
import { ChoiceEditor } from '#renderer/parts/access/ChoiceEditor.tsx'
import { ProjectScopeChoice } from '#renderer/parts/project/ProjectChoice.tsx'
import { useServers } from '#renderer/model/servers/useServers.ts'
import { Field } from '#renderer/ui/form/Field.tsx'
import { ChoiceField } from '#renderer/ui/form/ChoiceField.tsx'
import { TextField } from '#renderer/ui/form/TextField.tsx'
import { titledOptions } from '#renderer/ui/form/options.ts'
import { FormDialog } from '#renderer/ui/overlay/FormDialog.tsx'
import { Switch } from '#renderer/ui/controls/Switch.tsx'
import { useForm } from '#renderer/ui/form/useForm.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

const kindTitles = {
  '': 'Detect from name',
  ...clientTitles,
  other: 'Other',
} as const satisfies Record<AccessForm['kind'], string>

const approvalTitles = {
  none: 'Not required',
  notReadOnly: 'Required unless read-only',
  all: 'Always required',
} as const satisfies Record<AccessClient['approval'], string>

export interface AccessDialogProps {
  /** Null: a new client. */
  client: AccessClient | null
  /** The project that a new client starts with; null: all projects. */
  startsIn?: string | null
  /** Called after saving. The dialog closes when the promise resolves. */
  onSaved: (client: AccessClient) => void | Promise<void>
  onClose: () => void
}

export function AccessDialog({ client, startsIn = null, onSaved, onClose }: AccessDialogProps) {
  const { api } = useEngine()
  const { data: servers = [] } = useServers()
  const start = client === null ? { ...emptyAccess, projectId: startsIn } : accessForm(client)
  const { values: form, change, tried, submission } = useForm(start)
  const checked = checkAccess(form)
  const errors = tried && !checked.ok ? checked.errors : {}
  const save = async (input: NewAccessClient) => {
    const saved =
      client === null ? await api.access.create(input) : await api.access.update({ id: client.id, ...input })
    await onSaved(saved)
  }
  return (
    <FormDialog
      submission={submission}
      send={checked.ok ? () => save(checked.client) : null}
      action={client === null ? 'Add and create token' : 'Save'}
      title={client === null ? 'Add client' : visibleText(client.name)}
      description="The client’s own token decides what it sees. Changes take effect at once."
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Name"
          error={errors.name}
          placeholder="Cursor on my laptop"
          value={form.name}
          onValue={(name) => change({ name })}
        />
        <ChoiceField
          label="Program"
          hint="Some programs accept fewer tools or shorter names."
          value={form.kind}
          options={titledOptions(kindTitles)}
          onValue={(kind) => change({ kind })}
        />
      </div>
      <Field label="Project">
        {(control) => (
          <ProjectScopeChoice {...control} value={form.projectId} onChange={(projectId) => change({ projectId })} />
        )}
      </Field>
      <ChoiceEditor
        choice={choiceNow(form.choice, servers)}
        servers={servers.filter((server) => form.projectId === null || server.projects.includes(form.projectId))}
        onChange={(choice) => change({ choice })}
      />
      <ChoiceField
        label="Approval"
        value={form.approval}
        options={titledOptions(approvalTitles)}
        onValue={(approval) => change({ approval })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Calls per minute"
          hint="Leave empty for no limit."
          error={errors.callsPerMinute}
          inputMode="numeric"
          value={form.callsPerMinute}
          onValue={(callsPerMinute) => change({ callsPerMinute })}
        />
        <TextField
          label="Calls at a time"
          hint="Leave empty for no limit."
          error={errors.concurrency}
          inputMode="numeric"
          value={form.concurrency}
          onValue={(concurrency) => change({ concurrency })}
        />
      </div>
      <div className="flex items-center gap-3 text-sm">
        <Switch label="Search for tools" checked={form.search} onCheckedChange={(search) => change({ search })} />
        <p className="text-muted">
          Gets three tools to find, describe and call all others: for programs that work badly with many tools.
        </p>
      </div>
    </FormDialog>
  )
}
