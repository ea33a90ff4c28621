/** What a hosted server reaches, and how well it is kept apart. */
import type { ProviderName } from '#contract/hosting/container'
import { providerTitles } from '#contract/hosting/hostedWords'
import type { HostErrors, HostForm } from '#renderer/features/hosting/add/hostForm.ts'
import { needsConsent } from '#renderer/features/hosting/runtimes/shownRuntimes.ts'
import { useRuntimes } from '#renderer/features/hosting/useHosted.ts'
import { Checkbox } from '#renderer/ui/controls/Checkbox.tsx'
import { Field, TextArea } from '#renderer/ui/form/Field.tsx'
import { OptionChoice } from '#renderer/ui/form/OptionChoice.tsx'
import { type Option, titledOptions } from '#renderer/ui/form/options.ts'

const networkTitles = {
  full: 'Everything that this machine reaches',
  allow: 'Only some hosts',
  none: 'Nothing',
} as const satisfies Record<HostForm['network'], string>

export interface HostFieldsProps {
  form: HostForm
  errors: HostErrors
  onChange: (part: Partial<HostForm>) => void
}

export function IsolationFields({ form, errors, onChange }: HostFieldsProps) {
  const { data } = useRuntimes()
  const runtimes = data?.runtimes ?? []
  const runtimeNamed = (name: ProviderName) => runtimes.find((one) => one.name === name)
  const automatic = data === undefined || data.auto === null ? '' : `: ${providerTitles[data.auto]}`
  const providers: Option<HostForm['provider']>[] = [
    { value: 'auto', title: `The safest there is${automatic}` },
    ...titledOptions(providerTitles)
      .filter(({ value }) => runtimeNamed(value) !== undefined || value === form.provider)
      .map(({ value, title }) => ({
        value,
        title: runtimeNamed(value)?.available === false ? `${title} (not here)` : title,
      })),
  ]
  // Offered only where a runtime can hold it.
  const canAllow = runtimes.some(({ can }) => can.allow_list) || form.network === 'allow'
  const networks = titledOptions(networkTitles).filter(({ value }) => value !== 'allow' || canAllow)
  const asksForConsent = form.provider === 'auto' && needsConsent(data)
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Runs in" error={errors.provider}>
        {(control) => (
          <OptionChoice
            {...control}
            value={form.provider}
            options={providers}
            onChange={(provider) => onChange({ provider })}
          />
        )}
      </Field>
      <Field label="Reaches on the network" {...(form.network !== 'allow' && { error: errors.hosts })}>
        {(control) => (
          <OptionChoice
            {...control}
            value={form.network}
            options={networks}
            onChange={(network) => onChange({ network })}
          />
        )}
      </Field>
      {(asksForConsent || form.allowWeaker) && (
        <div className="flex items-start gap-2 sm:col-span-2">
          <Checkbox
            label="Allow a plain container"
            checked={form.allowWeaker}
            onCheckedChange={(allowWeaker) => onChange({ allowWeaker })}
          />
          <p className="text-sm">
            Allow a plain container
            <span className="block text-xs text-muted">
              Nothing safer is here. It shares the kernel of this machine: take only images that you trust.
            </span>
          </p>
        </div>
      )}
      {form.network === 'allow' && (
        <div className="sm:col-span-2">
          <Field label="Hosts" hint="One in each line, such as api.example.com or *.example.com" error={errors.hosts}>
            {(control) => (
              <TextArea
                {...control}
                rows={2}
                value={form.hosts}
                onChange={(event) => onChange({ hosts: event.target.value })}
              />
            )}
          </Field>
        </div>
      )}
    </div>
  )
}
