import type { ServerSnapshot } from '#contract/servers/server'
import type { EditErrors, EditForm } from '#renderer/features/servers/edit/editForm.ts'
import { restartTitles } from '#renderer/features/servers/restartTitles.ts'
import { Field, TextBox } from '#renderer/ui/form/Field.tsx'
import { OptionChoice } from '#renderer/ui/form/OptionChoice.tsx'
import { titledOptions } from '#renderer/ui/form/options.ts'
import { Switch } from '#renderer/ui/controls/Switch.tsx'

const sessionsTitles = {
  auto: 'Shared by projects with the same launch',
  project: 'One process per project',
  shared: 'Also shared with other servers with the same launch',
  dedicated: 'One process per client',
} as const
const retryTitles = { never: 'Fail', 'read-only': 'Retry once if the tool is read-only' } as const

interface ChoiceFieldProps<Value extends string> {
  label: string
  hint?: string
  value: Value
  titles: Readonly<Record<Value, string>>
  onChange: (value: Value) => void
}

function ChoiceField<Value extends string>({ label, hint, value, titles, onChange }: ChoiceFieldProps<Value>) {
  return (
    <Field label={label} hint={hint}>
      {(control) => <OptionChoice {...control} value={value} options={titledOptions(titles)} onChange={onChange} />}
    </Field>
  )
}

interface TextFieldProps {
  label: string
  hint?: string
  name: 'concurrency' | 'timeoutSeconds' | 'idleMinutes' | 'group' | 'labels'
}

export interface BehaviourFieldsProps {
  form: EditForm
  remote: boolean
  errors: EditErrors
  onChange: (part: Partial<EditForm>) => void
}

/** How a server behaves: concurrency, timeouts, start and stop, and trust. */
export function BehaviourFields({ form, remote, errors, onChange }: BehaviourFieldsProps) {
  const text = ({ label, hint, name }: TextFieldProps) => (
    <Field label={label} hint={hint} error={errors[name]}>
      {(control) => (
        <TextBox {...control} value={form[name]} onChange={(event) => onChange({ [name]: event.target.value })} />
      )}
    </Field>
  )
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        {text({ label: 'Calls at a time', hint: 'Further calls wait in a queue.', name: 'concurrency' })}
        {text({ label: 'Call timeout (seconds)', name: 'timeoutSeconds' })}
        {!remote && (
          <>
            <ChoiceField
              label="Restart"
              hint="When its process ends."
              value={form.restart}
              titles={restartTitles}
              onChange={(restart) => onChange({ restart })}
            />
            {text({
              label: 'Stop when unused (minutes)',
              hint: 'The next use starts it again. Leave empty for never.',
              name: 'idleMinutes',
            })}
          </>
        )}
        <ChoiceField<ServerSnapshot['sessions']>
          label="Process"
          value={form.sessions}
          titles={sessionsTitles}
          onChange={(sessions) => onChange({ sessions })}
        />
        {text({ label: 'Labels', hint: 'Separated by commas. Clients can prefer a label.', name: 'labels' })}
        {text({ label: 'Group', hint: 'Servers in a group can replace each other.', name: 'group' })}
        <ChoiceField
          label="When a call is lost"
          hint="Retried on another trusted server of its group."
          value={form.retry}
          titles={retryTitles}
          onChange={(retry) => onChange({ retry })}
        />
      </div>
      <div className="flex items-center gap-3 text-sm">
        <Switch label="Trusted" checked={form.trusted} onCheckedChange={(trusted) => onChange({ trusted })} />
        <p>
          Trusted
          <span className="text-muted">
            : what it says of its tools is believed, for example that one only reads, so that fewer questions are asked.
          </span>
        </p>
      </div>
    </>
  )
}
