/**
 * A tool's arguments as fields of a form over their JSON text. The text is the single source of truth; a field that cannot
 * show its part of it shows it as JSON. Pure.
 */
import { argumentFault } from '#contract/tools/argumentCheck'
import { isObject } from '#contract/jsonRpc/jsonObject'
import { type Draft, readDraft } from '#renderer/parts/schemaForm/formContent.ts'
import { type FormField, readForm } from '#renderer/parts/schemaForm/formSchema.ts'

/** A field as it was when it was edited, and its draft. */
interface Edit {
  readonly field: FormField
  readonly draft: Draft
}

export interface ArgumentDraft {
  readonly text: string
  /** Edits in the form; empty after the text itself was edited. */
  readonly edits: ReadonlyMap<string, Edit>
}

export interface ArgumentField extends Edit {
  /** Why the draft is not, or not yet, part of the arguments. */
  readonly fault: string | null
  /** A violation of the schema. Only a hint: the server decides. */
  readonly remark: string | null
}

type Arguments = Readonly<Record<string, unknown>>

export const draftOfText = (text: string): ArgumentDraft => ({ text, edits: new Map() })

/** Fields under the tool's own names; a text may have several lines and any format. */
export function fieldsOf(inputSchema: unknown): FormField[] {
  return readForm(inputSchema).map((field) => {
    const named = { ...field, title: field.name }
    return named.kind === 'text' ? { ...named, format: null, several: true } : named
  })
}

/** Whether a form is of more use than the JSON. */
export function isWorthAForm(fields: readonly FormField[]): boolean {
  return fields.some(({ kind }) => kind !== 'json')
}

export function argumentField(
  field: FormField,
  args: Arguments,
  { edits }: ArgumentDraft,
  inputSchema: unknown,
): ArgumentField {
  const edit = edits.get(field.name) ?? shown(field, args)
  const read = readDraft(edit.field, edit.draft)
  const isUnread = read !== 'nothing' && 'fault' in read
  const given = Object.hasOwn(args, field.name)
  const wrong = isUnread || !given ? null : argumentFault(propertyOf(inputSchema, field.name), args[field.name])
  return {
    ...edit,
    fault: isUnread ? read.fault : null,
    remark: wrong?.replaceAll('The value', 'This') ?? null,
  }
}

export function hasFault({ edits }: ArgumentDraft): boolean {
  return [...edits.values()].some(({ field, draft }) => {
    const read = readDraft(field, draft)
    return read !== 'nothing' && 'fault' in read
  })
}

/** Unreadable input is kept in its field, and the text stays unchanged. */
export function afterEdit(before: ArgumentDraft, args: Arguments, { field, draft }: Edit): ArgumentDraft {
  const edits = new Map(before.edits).set(field.name, { field, draft })
  const read = readDraft(field, draft)
  if (read !== 'nothing' && 'fault' in read) return { text: before.text, edits }
  const value = read === 'nothing' ? emptyOf(field) : read.value
  const next =
    value === undefined
      ? Object.fromEntries(Object.entries(args).filter(([name]) => name !== field.name))
      : { ...args, [field.name]: value }
  return { text: JSON.stringify(next, null, 2), edits }
}

/** Undefined: the argument is left out. */
function emptyOf(field: FormField): unknown {
  if (!field.required) return undefined
  if (field.kind === 'text') return ''
  return field.kind === 'lines' ? [] : undefined
}

function shown(field: FormField, args: Arguments): Edit {
  if (!Object.hasOwn(args, field.name)) return { field, draft: null }
  const value = args[field.name]
  const draft = draftOf(field, value)
  if (draft !== undefined) return { field, draft }
  const { name, title, description, required } = field
  return {
    field: { name, title, description, required, kind: 'json', initial: '' },
    draft: JSON.stringify(value, null, 2) ?? '',
  }
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')

/** Undefined if the field cannot show the value. */
function draftOf(field: FormField, value: unknown): Draft | undefined {
  switch (field.kind) {
    case 'text':
      return typeof value === 'string' ? value : undefined
    case 'number':
      return typeof value === 'number' && (!field.whole || Number.isInteger(value)) ? String(value) : undefined
    case 'yesNo':
      return typeof value === 'boolean' ? value : undefined
    case 'choice':
      return field.options.some((option) => option.value === value) ? String(value) : undefined
    case 'choices': {
      const known = new Set(field.options.map((option) => option.value))
      return isTexts(value) && value.every((one) => known.has(one)) ? value : undefined
    }
    case 'lines':
      return isTexts(value) && value.every((one) => one !== '' && !one.includes('\n')) ? value.join('\n') : undefined
    case 'json':
      return undefined
  }
}

function propertyOf(inputSchema: unknown, name: string): unknown {
  const properties = isObject(inputSchema) ? inputSchema['properties'] : null
  return isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined
}
