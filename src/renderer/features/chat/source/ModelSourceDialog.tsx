/** Chooses where the model comes from. A key goes in and is never shown again. */
import { type SubmitEvent, useState } from 'react'
import type { ModelSourceInput, ModelSourceKind, ModelSourceSnapshot } from '#contract/model'
import { messageOf } from '#contract/errors'
import { useEngine } from '#renderer/client/engine.ts'
import { readHeaders } from '#renderer/features/chat/source/headerLines.ts'
import { Button } from '#renderer/ui/Button.tsx'
import { Checkbox } from '#renderer/ui/Checkbox.tsx'
import { Dialog } from '#renderer/ui/Dialog.tsx'
import { Field, TextArea, TextBox } from '#renderer/ui/Field.tsx'
import { Notice } from '#renderer/ui/Notice.tsx'
import { visibleText } from '#renderer/ui/visibleText.ts'

const formId = 'model-source'

const ways: readonly { readonly kind: ModelSourceKind; readonly title: string; readonly text: string }[] = [
  {
    kind: 'anthropic',
    title: 'Claude',
    text: 'With a key of your own from Anthropic. You pay Anthropic for what you use.',
  },
  {
    kind: 'custom',
    title: 'Own endpoint',
    text: 'Anything that speaks the Messages API: Ollama, LM Studio, llama.cpp, a company gateway.',
  },
  {
    kind: 'practice',
    title: 'Practice model',
    text: 'A script, no model: offline and free. It calls tools when asked in plain words.',
  },
]

interface Form {
  readonly kind: ModelSourceKind
  readonly key: string
  readonly baseUrl: string
  readonly headers: string
  readonly allowPlain: boolean
}

/** What is left empty stays as it is. */
function inputOf(form: Form): ModelSourceInput | string {
  const key = form.key.trim() === '' ? {} : { key: form.key.trim() }
  if (form.kind === 'practice') return { kind: 'practice' }
  if (form.kind === 'anthropic') return { kind: 'anthropic', ...key }
  const read = readHeaders(form.headers)
  if (!read.ok) return read.message
  const headers = form.headers.trim() === '' ? {} : { headers: read.headers }
  return { kind: 'custom', baseUrl: form.baseUrl.trim(), allowPlain: form.allowPlain, ...key, ...headers }
}

function KeyField({ form, source, onChange }: FieldsProps) {
  const kept = source.kind === form.kind && source.keyFrom !== null
  const hint =
    source.kind === form.kind && source.keyFrom === 'environment'
      ? 'There is one in the environment of the engine. A key given here is used in its place.'
      : kept
        ? 'There is one, in the keychain. Leave this empty to keep it.'
        : 'It goes into the keychain of this machine and is never shown again.'
  return (
    <Field label={form.kind === 'anthropic' ? 'API key' : 'API key (optional)'} hint={hint}>
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

function EndpointFields({ form, source, onChange }: FieldsProps) {
  const known = source.kind === 'custom' && source.headerNames.length > 0 ? source.headerNames.join(', ') : null
  return (
    <>
      <Field label="Address" hint="For example http://localhost:11434">
        {(control) => (
          <TextBox
            {...control}
            inputMode="url"
            value={form.baseUrl}
            onChange={(event) => onChange({ baseUrl: event.target.value })}
          />
        )}
      </Field>
      <Field
        label="Headers (optional)"
        hint={
          known === null ? 'One a line, for example X-Team: research' : `Kept: ${known}. Leave this empty to keep them.`
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
          label="Send without encryption to this address"
          checked={form.allowPlain}
          onCheckedChange={(allowPlain) => onChange({ allowPlain })}
        />
        <p>
          Send without encryption to this address
          <span className="block text-muted">
            Needed only for http:// outside this machine and private networks. Everybody on the way can read along.
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
  const [form, setForm] = useState<Form>({
    kind: wanted ?? source.kind,
    key: '',
    baseUrl: source.kind === 'custom' ? (source.baseUrl ?? '') : '',
    headers: '',
    allowPlain: false,
  })
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const change = (part: Partial<Form>) => setForm((known) => ({ ...known, ...part }))
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const input = inputOf(form)
    if (typeof input === 'string') {
      setFailure(input)
      return
    }
    setBusy(true)
    setFailure(null)
    try {
      await api.modelSource.set(input)
      await cache.invalidateQueries({ queryKey: queries.models.key() })
      await cache.invalidateQueries({ queryKey: queries.modelSource.key() })
      onClose()
    } catch (thrown) {
      setFailure(messageOf(thrown))
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Where the model comes from"
      description="For all conversations of this engine."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form={formId} disabled={busy}>
            Use it
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        <div role="radiogroup" aria-label="Source" className="flex flex-col gap-2">
          {ways.map((way) => (
            <label
              key={way.kind}
              htmlFor={`source-${way.kind}`}
              className="flex gap-3 rounded-lg border border-line px-3.5 py-2.5 transition-colors hover:bg-hover has-checked:border-accent has-checked:bg-selected"
            >
              <input
                id={`source-${way.kind}`}
                type="radio"
                name="source"
                checked={form.kind === way.kind}
                aria-label={way.title}
                onChange={() => change({ kind: way.kind, key: '' })}
                className="mt-1 size-3.5 shrink-0 accent-(--accent-solid)"
              />
              <span className="min-w-0">
                <span className="block font-medium">{way.title}</span>
                <span className="block text-sm text-muted">{way.text}</span>
              </span>
            </label>
          ))}
        </div>
        {form.kind === 'custom' && <EndpointFields form={form} source={source} onChange={change} />}
        {form.kind !== 'practice' && <KeyField form={form} source={source} onChange={change} />}
        {failure !== null && (
          <Notice tone="bad">
            <p role="alert">{visibleText(failure)}</p>
          </Notice>
        )}
      </form>
    </Dialog>
  )
}
