/** The fields of a model provider. Stored keys and headers are never shown again. */
import type { ModelSourceSnapshot } from '#contract/chat/model'
import { modelSources } from '#contract/chat/modelSources'
import type { SourceErrors, SourceForm } from '#renderer/parts/modelSource/sourceForm.ts'
import { Checkbox } from '#renderer/ui/controls/Checkbox.tsx'
import { Field, TextArea, TextBox } from '#renderer/ui/form/Field.tsx'
import { TextField } from '#renderer/ui/form/TextField.tsx'

const keyLabels = { needed: 'API key', optional: 'API key (optional)' } as const

export interface SourceFieldsProps {
  form: SourceForm
  source: ModelSourceSnapshot
  errors: SourceErrors
  onChange: (change: Partial<SourceForm>) => void
}

export function SourceFields(props: SourceFieldsProps) {
  const { hasAddress, key } = modelSources[props.form.kind]
  return (
    <>
      {hasAddress && <EndpointFields {...props} />}
      {key !== 'none' && <KeyField {...props} label={keyLabels[key]} />}
    </>
  )
}

function KeyField({ form, label, source, onChange }: SourceFieldsProps & { label: string }) {
  const kept = source.kind === form.kind && source.keyFrom !== null
  const hint =
    source.kind === form.kind && source.keyFrom === 'environment'
      ? 'The engine’s environment has a key. A key you enter here is used instead.'
      : kept
        ? 'A key is stored in the vault. Leave empty to keep it.'
        : 'Stored in the vault on this machine and never shown again.'
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <TextBox
          {...control}
          type="password"
          autoComplete="off"
          data-1p-ignore=""
          className="font-mono text-sm"
          value={form.key}
          placeholder={kept ? '••••••••' : ''}
          onChange={(event) => onChange({ key: event.target.value })}
        />
      )}
    </Field>
  )
}

function EndpointFields({ form, source, errors, onChange }: SourceFieldsProps) {
  const known = source.kind === form.kind && source.headerNames.length > 0 ? source.headerNames.join(', ') : null
  return (
    <>
      <TextField
        label="Address"
        hint="For example http://localhost:11434"
        error={errors.baseUrl}
        inputMode="url"
        value={form.baseUrl}
        onValue={(baseUrl) => onChange({ baseUrl })}
      />
      <Field
        label="Headers (optional)"
        error={errors.headers}
        hint={
          known === null ? 'One per line, for example X-Team: research' : `Stored: ${known}. Leave empty to keep them.`
        }
      >
        {(control) => (
          <TextArea
            {...control}
            rows={2}
            value={form.headers}
            onChange={(event) => onChange({ headers: event.target.value })}
          />
        )}
      </Field>
      <div className="flex gap-2 text-sm">
        <Checkbox
          label="Allow unencrypted requests to this address"
          checked={form.allowPlain}
          onCheckedChange={(allowPlain) => onChange({ allowPlain })}
        />
        <p>
          Allow unencrypted requests to this address
          <span className="block text-muted">
            Only needed for http:// outside this machine and private networks. Others on the network can read the
            requests.
          </span>
        </p>
      </div>
    </>
  )
}
