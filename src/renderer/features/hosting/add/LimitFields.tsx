/** How much a hosted server may use, and what happens when it ends. */
import { defaultLimits } from '#contract/hosting/container'
import type { HostFieldsProps } from '#renderer/features/hosting/add/IsolationFields.tsx'
import { restartTitles } from '#renderer/model/servers/settingTitles.ts'
import { Field, TextBox } from '#renderer/ui/form/Field.tsx'
import { OptionChoice } from '#renderer/ui/form/OptionChoice.tsx'
import { titledOptions } from '#renderer/ui/form/options.ts'

const limits = [
  { name: 'cpu', label: 'CPU (cores)', hint: 'Such as 0.5 or 2.' },
  { name: 'memory', label: 'Memory', hint: 'Such as 512M or 1G.' },
  { name: 'disk', label: 'Disk', hint: 'Such as 1G. Not every machine can hold it.' },
] as const

export function LimitFields({ form, errors, onChange }: HostFieldsProps) {
  return (
    <div className="grid gap-4 pt-3 sm:grid-cols-3">
      {limits.map(({ name, label, hint }) => (
        <Field key={name} label={label} hint={hint} error={errors[name]}>
          {(control) => (
            <TextBox
              {...control}
              placeholder={defaultLimits[name]}
              value={form[name]}
              onChange={(event) => onChange({ [name]: event.target.value })}
            />
          )}
        </Field>
      ))}
      <Field label="Restart" hint="What happens when it ends." error={errors.restart}>
        {(control) => (
          <OptionChoice
            {...control}
            value={form.restart}
            options={titledOptions(restartTitles)}
            onChange={(restart) => onChange({ restart })}
          />
        )}
      </Field>
      <Field label="Time-out of a call (seconds)" error={errors.callTimeoutSeconds}>
        {(control) => (
          <TextBox
            {...control}
            inputMode="decimal"
            value={form.callTimeoutSeconds}
            onChange={(event) => onChange({ callTimeoutSeconds: event.target.value })}
          />
        )}
      </Field>
    </div>
  )
}
