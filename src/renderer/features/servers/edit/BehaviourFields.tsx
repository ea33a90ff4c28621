import { Fragment, type ReactNode } from 'react'
import type { ServerSnapshot } from '#contract/servers/server'
import type { EditErrors, EditForm } from '#renderer/features/servers/edit/editForm.ts'
import { retryTitles } from '#renderer/model/servers/settingTitles.ts'
import { RestartField } from '#renderer/parts/server/RestartField.tsx'
import { TimeoutField } from '#renderer/parts/server/TimeoutField.tsx'
import { TextField } from '#renderer/ui/form/TextField.tsx'
import { ChoiceField } from '#renderer/ui/form/ChoiceField.tsx'
import { titledOptions } from '#renderer/ui/form/options.ts'
import { Switch } from '#renderer/ui/controls/Switch.tsx'

const sessionsTitles: Readonly<Record<ServerSnapshot['sessions'], string>> = {
  auto: 'Shared by projects with the same launch',
  project: 'One process per project',
  shared: 'Also shared with other servers with the same launch',
  dedicated: 'One process per client',
}

interface TextWords {
  label: string
  hint?: string
  placeholder?: string
  name: 'concurrency' | 'idleMinutes' | 'group' | 'labels'
}

/** The fields shown here: all except those of the launch, the name and the description. */
type BehaviourField = Exclude<keyof EditForm, 'name' | 'description' | 'commandLine' | 'environment' | 'signIn' | 'cwd'>

/** The texts of the group field, which say whose group is edited. */
export interface GroupText {
  label: string
  placeholder: string
}

export interface BehaviourFieldsProps {
  form: EditForm
  remote: boolean
  errors: EditErrors
  group: GroupText
  onChange: (part: Partial<EditForm>) => void
}

/** The settings of a server's behaviour: concurrency, timeouts, start and stop, and trust. */
export function BehaviourFields({ form, remote, errors, group, onChange }: BehaviourFieldsProps) {
  const text = ({ name, ...words }: TextWords) => (
    <TextField {...words} error={errors[name]} value={form[name]} onValue={(value) => onChange({ [name]: value })} />
  )
  const fields = {
    concurrency: text({ label: 'Calls at a time', hint: 'Further calls wait in a queue.', name: 'concurrency' }),
    timeoutSeconds: (
      <TimeoutField
        error={errors.timeoutSeconds}
        value={form.timeoutSeconds}
        onValue={(timeoutSeconds) => onChange({ timeoutSeconds })}
      />
    ),
    restart: !remote && <RestartField value={form.restart} onValue={(restart) => onChange({ restart })} />,
    idleMinutes:
      !remote &&
      text({
        label: 'Stop when unused (minutes)',
        hint: 'The next use starts it again. Leave empty to never stop it.',
        name: 'idleMinutes',
      }),
    sessions: (
      <ChoiceField<ServerSnapshot['sessions']>
        label="Process"
        value={form.sessions}
        options={titledOptions(sessionsTitles)}
        onValue={(sessions) => onChange({ sessions })}
      />
    ),
    labels: text({
      label: 'Labels',
      hint: 'Separated by commas. Clients can prefer servers with a label.',
      name: 'labels',
    }),
    group: text({ ...group, hint: 'Servers in a group can replace each other.', name: 'group' }),
    retry: (
      <ChoiceField
        label="When a call is lost"
        hint="The retry goes to another trusted server in the group."
        value={form.retry}
        options={titledOptions(retryTitles)}
        onValue={(retry) => onChange({ retry })}
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
            : Switchboard believes what the server says about its tools, for example that one is read-only, and asks you
            less often.
          </span>
        </p>
      </div>
    </>
  )
}
