/** Chooses the model provider. A key can be entered, and is never shown again. */
import type { ModelSourceInput, ModelSourceSnapshot } from '#contract/chat/model'
import { type ModelSourceKind, modelSources } from '#contract/chat/modelSources'
import { useEngine } from '#renderer/client/engine.ts'
import { readHeaders } from '#renderer/features/chat/source/headerLines.ts'
import { Checkbox } from '#renderer/ui/controls/Checkbox.tsx'
import { Field, TextArea, TextBox } from '#renderer/ui/form/Field.tsx'
import { TextField } from '#renderer/ui/form/TextField.tsx'
import { FormDialog } from '#renderer/ui/overlay/FormDialog.tsx'
import { useForm } from '#renderer/ui/form/useForm.ts'

const ways: Readonly<Record<ModelSourceKind, { readonly title: string; readonly text: string }>> = {
  anthropic: {
    title: 'Claude',
    text: 'Uses your own API key from Anthropic. Anthropic bills you for usage.',
  },
  custom: {
    title: 'Own endpoint',
    text: 'Anything that speaks the Messages API: Ollama, LM Studio, llama.cpp, a company gateway.',
  },
  practice: {
    title: 'Practice model',
    text: 'A script, not a model: offline and free. It calls tools when you name them.',
  },
}
const kinds = Object.keys(ways) as ModelSourceKind[]

const keyLabels = { needed: 'API key', optional: 'API key (optional)' } as const

interface Form {
  readonly kind: ModelSourceKind
  readonly key: string
  readonly baseUrl: string
  readonly headers: string
  readonly allowPlain: boolean
}

type Errors = Partial<Record<'baseUrl' | 'headers', string>>
type Checked = { readonly ok: true; readonly input: ModelSourceInput } | { readonly ok: false; readonly errors: Errors }

/** Fields left empty keep their value. */
function checkSource(form: Form): Checked {
  const key = form.key.trim() === '' ? {} : { key: form.key.trim() }
  switch (form.kind) {
    case 'practice':
      return { ok: true, input: { kind: form.kind } }
    case 'anthropic':
      return { ok: true, input: { kind: form.kind, ...key } }
    case 'custom':
      return checkEndpoint(form, key)
  }
}

function checkEndpoint(form: Form, key: { readonly key?: string }): Checked {
  const baseUrl = form.baseUrl.trim()
  const read = readHeaders(form.headers)
  const errors: Errors = {
    ...(baseUrl === '' && { baseUrl: 'enter an address' }),
    ...(!read.ok && { headers: read.message }),
  }
  if (baseUrl === '' || !read.ok) return { ok: false, errors }
  const headers = form.headers.trim() === '' ? {} : { headers: read.headers }
  return { ok: true, input: { kind: 'custom', baseUrl, allowPlain: form.allowPlain, ...key, ...headers } }
}

function KeyField({ form, label, source, onChange }: FieldsProps & { label: string }) {
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

interface FieldsProps {
  form: Form
  source: ModelSourceSnapshot
  onChange: (change: Partial<Form>) => void
}

function EndpointFields({ form, source, errors, onChange }: FieldsProps & { errors: Errors }) {
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

export function ModelSourceDialog({
  source,
  wanted,
  onClose,
}: {
  source: ModelSourceSnapshot
  wanted?: ModelSourceKind
  onClose: () => void
}) {
  const { api, cache, queries } = useEngine()
  const {
    values: form,
    change,
    tried,
    submission,
  } = useForm<Form>({
    kind: wanted ?? source.kind,
    key: '',
    baseUrl: modelSources[source.kind].hasAddress ? (source.baseUrl ?? '') : '',
    headers: '',
    allowPlain: false,
  })
  const { hasAddress, key } = modelSources[form.kind]
  const checked = checkSource(form)
  const errors = tried && !checked.ok ? checked.errors : {}
  const use = async (input: ModelSourceInput) => {
    await api.modelSource.set(input)
    await cache.invalidateQueries({ queryKey: queries.models.key() })
    await cache.invalidateQueries({ queryKey: queries.modelSource.key() })
    onClose()
  }
  return (
    <FormDialog
      submission={submission}
      send={checked.ok ? () => use(checked.input) : null}
      action="Save"
      title="Model provider"
      description="Used by all conversations of this engine."
      onClose={onClose}
    >
      <div role="radiogroup" aria-label="Provider" className="flex flex-col gap-2">
        {kinds.map((kind) => (
          <label
            key={kind}
            htmlFor={`source-${kind}`}
            className="flex gap-3 rounded-lg border border-line px-3.5 py-2.5 transition-colors hover:bg-hover has-checked:border-accent has-checked:bg-selected"
          >
            <input
              id={`source-${kind}`}
              type="radio"
              name="source"
              checked={form.kind === kind}
              aria-label={ways[kind].title}
              onChange={() => change({ kind, key: '' })}
              className="mt-1 size-3.5 shrink-0 accent-(--accent-solid)"
            />
            <span className="min-w-0">
              <span className="block font-medium">{ways[kind].title}</span>
              <span className="block text-sm text-muted">{ways[kind].text}</span>
            </span>
          </label>
        ))}
      </div>
      {hasAddress && <EndpointFields form={form} source={source} errors={errors} onChange={change} />}
      {key !== 'none' && <KeyField form={form} label={keyLabels[key]} source={source} onChange={change} />}
    </FormDialog>
  )
}
