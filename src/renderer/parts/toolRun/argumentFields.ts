/**
 * A tool's arguments as fields of a form, over the JSON text that they are: the text is the one value, and a field that
 * cannot show its part of it shows it as JSON. Pure.
 */
import { argumentFault } from '#contract/tools/argumentCheck'
import { isObject } from '#contract/jsonRpc/jsonObject'
import { type Draft, readDraft } from '#renderer/parts/schemaForm/formContent.ts'
import { type FormField, readForm } from '#renderer/parts/schemaForm/formSchema.ts'

/** A field as it was when somebody wrote in it, and what is written there now. */
interface Edit {
  readonly field: FormField
  readonly draft: Draft
}

export interface ArgumentDraft {
  readonly text: string
  /** Of the form alone; empty after the text was written by hand. */
  readonly edits: ReadonlyMap<string, Edit>
}

export interface ArgumentField extends Edit {
  /** Why what is written there is not, or not yet, what goes into the arguments. */
  readonly fault: string | null
  /** What the schema has against it: the server has the last word. */
  readonly remark: string | null
}

type Arguments = Readonly<Record<string, unknown>>

export const draftOfText = (text: string): ArgumentDraft => ({ text, edits: new Map() })

/** By the names that the tool has for them; a text may have several lines, and be whatever a server makes of it. */
export function fieldsOf(inputSchema: unknown): FormField[] {
  return readForm(inputSchema).map((field) => {
    const named = { ...field, title: field.name }
    return named.kind === 'text' ? { ...named, format: null, several: true } : named
  })
}

/** Whether a form shows more of them than the JSON does. */
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
    remark: wrong?.replaceAll('What is given', 'This') ?? null,
  }
}

export function hasFault({ edits }: ArgumentDraft): boolean {
  return [...edits.values()].some(({ field, draft }) => {
    const read = readDraft(field, draft)
    return read !== 'nothing' && 'fault' in read
  })
}

/** What cannot be read is kept in its field, and the text stays as it was. */
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

/** Undefined: it is left out. */
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

/** Undefined where the field has no way to show it. */
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
