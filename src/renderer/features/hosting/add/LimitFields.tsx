/** The limits of a hosted server, and what happens when its process exits. */
import { defaultLimits } from '#contract/hosting/container'
import type { HostFieldsProps } from '#renderer/features/hosting/add/IsolationFields.tsx'
import { RestartField } from '#renderer/parts/server/RestartField.tsx'
import { TimeoutField } from '#renderer/parts/server/TimeoutField.tsx'
import { TextField } from '#renderer/ui/form/TextField.tsx'

const limits = [
  { name: 'cpu', label: 'CPU (cores)', hint: 'For example 0.5 or 2.' },
  { name: 'memory', label: 'Memory', hint: 'For example 512M or 1G.' },
  { name: 'disk', label: 'Disk', hint: 'For example 1G. Not every machine can enforce this limit.' },
] as const

export function LimitFields({ form, errors, onChange }: HostFieldsProps) {
  return (
    <div className="grid gap-4 pt-3 sm:grid-cols-3">
      {limits.map(({ name, label, hint }) => (
        <TextField
          key={name}
          label={label}
          hint={hint}
          error={errors[name]}
          placeholder={defaultLimits[name]}
          value={form[name]}
          onValue={(text) => onChange({ [name]: text })}
        />
      ))}
      <RestartField error={errors.restart} value={form.restart} onValue={(restart) => onChange({ restart })} />
      <TimeoutField
        error={errors.callTimeoutSeconds}
        value={form.callTimeoutSeconds}
        onValue={(callTimeoutSeconds) => onChange({ callTimeoutSeconds })}
      />
    </div>
  )
}
