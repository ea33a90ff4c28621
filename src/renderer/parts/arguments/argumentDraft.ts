/**
 * A tool's arguments while a person is writing them. The JSON text is the single source of truth for the form and the
 * JSON view. Input of a field that cannot be read yet is kept beside the text. Pure.
 */
import { isObject } from '#contract/jsonRpc/jsonObject'
import { editableJson } from '#renderer/model/tools/editableJson.ts'
import { type Draft, readDraft } from '#renderer/parts/schemaForm/formContent.ts'
import type { FormField } from '#renderer/parts/schemaForm/formSchema.ts'

export type Path = readonly (string | number)[]
export type Arguments = Readonly<Record<string, unknown>>

/** A field and the input in it. */
export interface Edit {
  readonly field: FormField
  readonly draft: Draft
}

export interface ArgumentDraft {
  readonly text: string
  /** Input of the form's fields, by the key of their path; empty after the text itself was edited. */
  readonly edits: ReadonlyMap<string, Edit>
}

export const draftOfText = (text: string): ArgumentDraft => ({ text, edits: new Map() })

export const keyOf = (path: Path): string => JSON.stringify(path)

/** Why the input of a field is not part of the arguments yet; null if it is. */
export function unreadFault({ field, draft }: Edit): string | null {
  const read = readDraft(field, draft)
  return read !== 'nothing' && 'fault' in read ? read.fault : null
}

export function hasUnread({ edits }: ArgumentDraft): boolean {
  return [...edits.values()].some((edit) => unreadFault(edit) !== null)
}

/** The draft after a field was edited. Unreadable input is kept in its field, and the text stays unchanged. */
export function afterEdit(before: ArgumentDraft, args: Arguments, path: Path, edit: Edit): ArgumentDraft {
  const edits = new Map(before.edits).set(keyOf(path), edit)
  const read = readDraft(edit.field, edit.draft)
  if (read !== 'nothing' && 'fault' in read) return { text: before.text, edits }
  const value = read === 'nothing' ? emptyOf(edit.field) : read.value
  return { text: textOf(args, path, value), edits }
}

/** The value of an empty field. Undefined: the argument is left out. */
function emptyOf(field: FormField): unknown {
  return field.required && field.kind === 'lines' ? [] : undefined
}

/** Sets a whole value; undefined leaves it out. Input kept for fields inside the value is dropped. */
export function withValue(before: ArgumentDraft, args: Arguments, path: Path, value: unknown): ArgumentDraft {
  const inside = keyOf(path).slice(0, -1)
  const edits = new Map([...before.edits].filter(([key]) => key !== `${inside}]` && !key.startsWith(`${inside},`)))
  return { text: textOf(args, path, value), edits }
}

function textOf(args: Arguments, path: Path, value: unknown): string {
  return editableJson(changed(args, path, value))
}

/** Sets the value at a path. An empty value is removed from an object, and becomes null in a list: positions matter. */
function changed(whole: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value
  if (typeof key === 'number') {
    const list: readonly unknown[] = Array.isArray(whole) ? whole : []
    return list.with(key, changed(list[key], rest, value) ?? null)
  }
  const fields = isObject(whole) ? whole : {}
  const next = changed(Object.hasOwn(fields, key) ? fields[key] : undefined, rest, value)
  if (next === undefined) return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== key))
  return { ...fields, [key]: next }
}
