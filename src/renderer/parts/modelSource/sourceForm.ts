/** The form of the model provider, and its conversion to the contract's input. Pure. */
import type { ModelSourceInput, ModelSourceSnapshot } from '#contract/chat/model'
import { type ModelSourceKind, modelSources } from '#contract/chat/modelSources'
import { readHeaders } from '#renderer/parts/modelSource/headerLines.ts'

export interface SourceForm {
  readonly kind: ModelSourceKind
  readonly key: string
  readonly baseUrl: string
  readonly headers: string
  readonly allowPlain: boolean
}

export type SourceErrors = Partial<Record<'baseUrl' | 'headers', string>>
export type CheckedSource =
  | { readonly ok: true; readonly input: ModelSourceInput }
  | { readonly ok: false; readonly errors: SourceErrors }

/** `wanted`: the provider to show; null: the one in use. */
export function sourceForm(source: ModelSourceSnapshot, wanted: ModelSourceKind | null): SourceForm {
  const { hasAddress } = modelSources[source.kind]
  return {
    kind: wanted ?? source.kind,
    key: '',
    baseUrl: hasAddress ? (source.baseUrl ?? '') : '',
    headers: '',
    allowPlain: hasAddress && source.allowPlain,
  }
}

/** Checks the form. Empty fields keep their stored value. */
export function checkSource(form: SourceForm): CheckedSource {
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

function checkEndpoint(form: SourceForm, key: { readonly key?: string }): CheckedSource {
  const baseUrl = form.baseUrl.trim()
  const read = readHeaders(form.headers)
  const errors: SourceErrors = {
    ...(baseUrl === '' && { baseUrl: 'enter an address' }),
    ...(!read.ok && { headers: read.message }),
  }
  if (baseUrl === '' || !read.ok) return { ok: false, errors }
  const headers = form.headers.trim() === '' ? {} : { headers: read.headers }
  return { ok: true, input: { kind: 'custom', baseUrl, allowPlain: form.allowPlain, ...key, ...headers } }
}
