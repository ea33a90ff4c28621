/** The form of a client of the endpoint: its values, and their conversion to the contract's input. Pure. */
import { type AccessClient, type NewAccessClient, newAccessClient } from '#contract/clients/access'
import { everything } from '#renderer/parts/access/accessChoice.ts'

export interface AccessForm extends Pick<AccessClient, 'name' | 'projectId' | 'choice' | 'approval' | 'search'> {
  /** Empty: the kind is detected from the name. */
  readonly kind: AccessClient['kind'] | ''
  /** Empty: no limit. */
  readonly callsPerMinute: string
  readonly concurrency: string
}

export const emptyAccess: AccessForm = {
  name: '',
  kind: '',
  projectId: null,
  choice: everything,
  approval: 'none',
  search: false,
  callsPerMinute: '',
  concurrency: '',
}

const textOf = (limit: number | null) => (limit === null ? '' : String(limit))

export function accessForm(client: AccessClient): AccessForm {
  const { name, kind, projectId, choice, approval, search, callsPerMinute, concurrency } = client
  return {
    name,
    kind,
    projectId,
    choice,
    approval,
    search,
    callsPerMinute: textOf(callsPerMinute),
    concurrency: textOf(concurrency),
  }
}

export type AccessErrors = Partial<Record<keyof AccessForm, string>>
export type CheckedAccess =
  | { readonly ok: true; readonly client: NewAccessClient }
  | { readonly ok: false; readonly errors: AccessErrors }

const limitOf = (text: string) => (text.trim() === '' ? null : Number(text))

export function checkAccess({ kind, callsPerMinute, concurrency, ...form }: AccessForm): CheckedAccess {
  const parsed = newAccessClient.safeParse({
    ...form,
    ...(kind !== '' && { kind }),
    callsPerMinute: limitOf(callsPerMinute),
    concurrency: limitOf(concurrency),
  })
  if (parsed.success) return { ok: true, client: parsed.data }
  const errors: AccessErrors = {}
  for (const issue of parsed.error.issues) errors[issue.path[0] as keyof AccessForm] ??= issue.message
  return { ok: false, errors }
}
