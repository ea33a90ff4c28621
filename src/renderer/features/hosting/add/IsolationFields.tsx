/** The network access of a hosted server, and its isolation. */
import type { ProviderName } from '#contract/hosting/container'
import { providerTitles } from '#contract/hosting/hostedWords'
import type { HostErrors, HostForm } from '#renderer/features/hosting/add/hostForm.ts'
import { needsCloudConsent, needsConsent } from '#renderer/features/hosting/runtimes/shownRuntimes.ts'
import { useRuntimes } from '#renderer/features/hosting/useHosted.ts'
import { Checkbox } from '#renderer/ui/controls/Checkbox.tsx'
import { Field, TextArea } from '#renderer/ui/form/Field.tsx'
import { ChoiceField } from '#renderer/ui/form/ChoiceField.tsx'
import { type Option, titledOptions } from '#renderer/ui/form/options.ts'

const networkTitles = {
  full: 'Everything this machine can reach',
  allow: 'Only some hosts',
  none: 'Nothing',
} as const satisfies Record<HostForm['network'], string>

const networkHints: Readonly<Record<HostForm['network'], string>> = {
  full: 'The internet, your local network, and services on this machine.',
  allow: 'Requests go through a proxy, which refuses all other hosts.',
  none: 'It can still read its folders and answer calls.',
}

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
    { value: 'auto', title: `Safest available${automatic}` },
    ...titledOptions(providerTitles)
      .filter(({ value }) => runtimeNamed(value) !== undefined || value === form.provider)
      .map(({ value, title }) => ({
        value,
        title: runtimeNamed(value)?.available === false ? `${title} (not available)` : title,
      })),
  ]
  // The list of hosts is offered only if a runtime can enforce it.
  const canAllow = runtimes.some(({ can }) => can.allow_list) || form.network === 'allow'
  const networks = titledOptions(networkTitles).filter(({ value }) => value !== 'allow' || canAllow)
  const asksForCloud = form.provider === 'auto' && needsCloudConsent(data)
  const asksForConsent = form.provider === 'auto' && needsConsent(data)
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <ChoiceField
        label="Runs in"
        error={errors.provider}
        value={form.provider}
        options={providers}
        onValue={(provider) => onChange({ provider })}
      />
      <ChoiceField
        label="Network access"
        hint={networkHints[form.network]}
        {...(form.network !== 'allow' && { error: errors.hosts })}
        value={form.network}
        options={networks}
        onValue={(network) => onChange({ network })}
      />
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
              No safer runtime is available. A plain container shares the kernel of this machine, so use only images
              that you trust.
            </span>
          </p>
        </div>
      )}
      {(asksForCloud || form.allowCloud) && (
        <div className="flex items-start gap-2 sm:col-span-2">
          <Checkbox
            label="Allow the E2B cloud"
            checked={form.allowCloud}
            onCheckedChange={(allowCloud) => onChange({ allowCloud })}
          />
          <p className="text-sm">
            Allow the E2B cloud
            <span className="block text-xs text-muted">
              The image, variables and calls go to E2B, which bills you. As the image, enter the name of an E2B
              template.
            </span>
          </p>
        </div>
      )}
      {form.network === 'allow' && (
        <div className="sm:col-span-2">
          <Field
            label="Hosts"
            hint="One per line, such as api.example.com, *.example.com or db.example.com:5432"
            error={errors.hosts}
          >
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
