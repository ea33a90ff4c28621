/** Converts the values of a filled-in form to the types that the server wants, or returns an error for each invalid field. Pure. */
import { argumentFault } from '#contract/tools/argumentCheck'
import type { FormField } from '#renderer/parts/schemaForm/formSchema.ts'

/** The value in a control; null: not edited. */
export type Draft = string | boolean | readonly string[] | null
export type Drafts = ReadonlyMap<string, Draft>

export type FormContent =
  | { readonly ok: true; readonly content: Record<string, unknown> }
  | { readonly ok: false; readonly faults: ReadonlyMap<string, string> }

type Read = { readonly value: unknown } | { readonly fault: string } | 'nothing'

export function draftOf(field: FormField, drafts: Drafts): Draft {
  return drafts.has(field.name) ? (drafts.get(field.name) ?? null) : field.initial
}

/** Checks the values. `requestedSchema` decides about everything that the fields do not check. */
export function formContent(fields: readonly FormField[], drafts: Drafts, requestedSchema: unknown): FormContent {
  const faults = new Map<string, string>()
  const entries: [string, unknown][] = []
  for (const field of fields) {
    const read = readDraft(field, draftOf(field, drafts))
    if (read === 'nothing') {
      if (field.required) faults.set(field.name, 'Required')
    } else if ('fault' in read) faults.set(field.name, read.fault)
    else {
      const fault = argumentFault(schemaOf(requestedSchema, field.name), read.value)
      if (fault === null) entries.push([field.name, read.value])
      else faults.set(field.name, fault.replace('The value', 'This'))
    }
  }
  return faults.size > 0 ? { ok: false, faults } : { ok: true, content: Object.fromEntries(entries) }
}

function schemaOf(requestedSchema: unknown, name: string): unknown {
  const { properties } = Object(requestedSchema) as { readonly properties?: unknown }
  const all = Object(properties) as Readonly<Record<string, unknown>>
  return Object.hasOwn(all, name) ? all[name] : undefined
}

/** Converts the value in a control to the type of its field. */
export function readDraft(field: FormField, draft: Draft): Read {
  switch (field.kind) {
    case 'text':
      return readText(String(draft ?? ''), field.format)
    case 'number':
      return readNumber(String(draft ?? '').trim(), field.whole)
    case 'yesNo':
      return typeof draft === 'boolean' ? { value: draft } : 'nothing'
    case 'choice':
      return typeof draft === 'string' && draft !== ''
        ? { value: field.values[field.options.findIndex(({ value }) => value === draft)] ?? draft }
        : 'nothing'
    case 'choices': {
      const chosen = Array.isArray(draft) ? draft : []
      return chosen.length === 0 && !field.required ? 'nothing' : { value: chosen }
    }
    case 'lines': {
      const lines = String(draft ?? '')
        .split('\n')
        .filter((line) => line !== '')
      return lines.length === 0 ? 'nothing' : { value: lines }
    }
    case 'json':
      return readJson(String(draft ?? ''))
  }
}

const email = /^[^\s@]+@[^\s@]+$/

function readText(text: string, format: string | null): Read {
  if (text === '') return 'nothing'
  if (format === 'email' && !email.test(text)) return { fault: 'Enter an email address.' }
  if (format === 'uri' && !URL.canParse(text)) return { fault: 'Enter an address such as https://example.org.' }
  if (format !== 'date-time') return { value: text }
  const time = new Date(text)
  return Number.isNaN(time.getTime()) ? { fault: 'Enter a date and time.' } : { value: time.toISOString() }
}

function readNumber(text: string, whole: boolean): Read {
  if (text === '') return 'nothing'
  const value = Number(text)
  if (!Number.isFinite(value)) return { fault: 'Enter a number.' }
  return whole && !Number.isInteger(value) ? { fault: 'Enter a whole number.' } : { value }
}

function readJson(text: string): Read {
  if (text.trim() === '') return 'nothing'
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return { fault: 'Enter valid JSON.' }
  }
}
