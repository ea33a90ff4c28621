import type { FormErrors, ServerForm } from '#renderer/features/servers/add/serverForm.ts'
import { RestartField } from '#renderer/parts/server/RestartField.tsx'
import { TimeoutField } from '#renderer/parts/server/TimeoutField.tsx'
import { TextField } from '#renderer/ui/form/TextField.tsx'

export interface AdvancedFieldsProps {
  form: ServerForm
  /** A remote server has no process, so fields about one are hidden. */
  remote: boolean
  errors: FormErrors
  onChange: (part: Partial<ServerForm>) => void
}

export function AdvancedFields({ form, remote, errors, onChange }: AdvancedFieldsProps) {
  return (
    <div className="grid gap-4 pt-3 sm:grid-cols-2">
      {!remote && (
        <>
          <TextField
            label="Working folder"
            hint="The folder in which the command runs."
            error={errors.cwd}
            value={form.cwd}
            onValue={(cwd) => onChange({ cwd })}
          />
          <RestartField value={form.restart} onValue={(restart) => onChange({ restart })} />
        </>
      )}
      <TextField
        label="Calls at a time"
        hint="Further calls wait in a queue."
        error={errors.concurrency}
        inputMode="numeric"
        value={form.concurrency}
        onValue={(concurrency) => onChange({ concurrency })}
      />
      <TimeoutField
        error={errors.timeoutSeconds}
        value={form.timeoutSeconds}
        onValue={(timeoutSeconds) => onChange({ timeoutSeconds })}
      />
      <TextField
        label="Group"
        hint="Servers in a group can replace each other."
        error={errors.group}
        value={form.group}
        onValue={(group) => onChange({ group })}
      />
      <TextField
        label="Labels"
        hint="Separated by commas."
        error={errors.labels}
        value={form.labels}
        onValue={(labels) => onChange({ labels })}
      />
    </div>
  )
}
