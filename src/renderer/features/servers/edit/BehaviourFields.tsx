import { Fragment, type ReactNode } from 'react'
import type { ServerSnapshot } from '#contract/servers/server'
import type { EditErrors, EditForm } from '#renderer/features/servers/edit/editForm.ts'
import { restartTitles, retryTitles } from '#renderer/model/servers/settingTitles.ts'
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

/** Every field has its control here, but those of the launch and the two that name a server. */
type BehaviourField = Exclude<keyof EditForm, 'name' | 'description' | 'commandLine' | 'environment' | 'cwd'>

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
  const fields = {
    concurrency: text({ label: 'Calls at a time', hint: 'Further calls wait in a queue.', name: 'concurrency' }),
    timeoutSeconds: text({ label: 'Call timeout (seconds)', name: 'timeoutSeconds' }),
    restart: !remote && (
      <ChoiceField
        label="Restart"
        hint="When its process ends."
        value={form.restart}
        titles={restartTitles}
        onChange={(restart) => onChange({ restart })}
      />
    ),
    idleMinutes:
      !remote &&
      text({
        label: 'Stop when unused (minutes)',
        hint: 'The next use starts it again. Leave empty for never.',
        name: 'idleMinutes',
      }),
    sessions: (
      <ChoiceField<ServerSnapshot['sessions']>
        label="Process"
        value={form.sessions}
        titles={sessionsTitles}
        onChange={(sessions) => onChange({ sessions })}
      />
    ),
    labels: text({ label: 'Labels', hint: 'Separated by commas. Clients can prefer a label.', name: 'labels' }),
    group: text({ label: 'Group', hint: 'Servers in a group can replace each other.', name: 'group' }),
    retry: (
      <ChoiceField
        label="When a call is lost"
        hint="Retried on another trusted server of its group."
        value={form.retry}
        titles={retryTitles}
        onChange={(retry) => onChange({ retry })}
      />
    ),
  } satisfies Record<Exclude<BehaviourField, 'trusted'>, ReactNode>
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        {Object.entries(fields).map(([name, field]) => (
          <Fragment key={name}>{field}</Fragment>
        ))}
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
