import type { FormErrors, ServerForm } from '#renderer/features/servers/add/serverForm.ts'
import { restartTitles } from '#renderer/model/servers/settingTitles.ts'
import { Field, TextBox } from '#renderer/ui/form/Field.tsx'
import { OptionChoice } from '#renderer/ui/form/OptionChoice.tsx'
import { titledOptions } from '#renderer/ui/form/options.ts'

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
          <Field label="Working folder" hint="Where the command runs." error={errors.cwd}>
            {(control) => (
              <TextBox {...control} value={form.cwd} onChange={(event) => onChange({ cwd: event.target.value })} />
            )}
          </Field>
          <Field label="Restart" hint="When its process ends.">
            {(control) => (
              <OptionChoice
                {...control}
                value={form.restart}
                options={titledOptions(restartTitles)}
                onChange={(restart) => onChange({ restart })}
              />
            )}
          </Field>
        </>
      )}
      <Field label="Calls at a time" hint="Further calls wait in a queue." error={errors.concurrency}>
        {(control) => (
          <TextBox
            {...control}
            inputMode="numeric"
            value={form.concurrency}
            onChange={(event) => onChange({ concurrency: event.target.value })}
          />
        )}
      </Field>
      <Field label="Call timeout (seconds)" error={errors.timeoutSeconds}>
        {(control) => (
          <TextBox
            {...control}
            inputMode="decimal"
            value={form.timeoutSeconds}
            onChange={(event) => onChange({ timeoutSeconds: event.target.value })}
          />
        )}
      </Field>
      <Field label="Group" hint="Servers in a group can replace each other." error={errors.group}>
        {(control) => (
          <TextBox {...control} value={form.group} onChange={(event) => onChange({ group: event.target.value })} />
        )}
      </Field>
      <Field label="Labels" hint="Separated by commas." error={errors.labels}>
        {(control) => (
          <TextBox {...control} value={form.labels} onChange={(event) => onChange({ labels: event.target.value })} />
        )}
      </Field>
    </div>
  )
}
