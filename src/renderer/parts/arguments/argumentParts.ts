/** The form of a tool's arguments as a tree: the control for each value, and the input in it. Pure. */
import { fieldsOf, isObject } from '#contract/jsonRpc/jsonObject'
import { editableJson } from '#renderer/model/tools/editableJson.ts'
import type { Draft } from '#renderer/parts/schemaForm/formContent.ts'
import type { FormField } from '#renderer/parts/schemaForm/formSchema.ts'
import {
  type Arguments,
  type ArgumentDraft,
  type Edit,
  keyOf,
  type Path,
} from '#renderer/parts/arguments/argumentDraft.ts'
import { plainSchema, type Property, propertiesOf, shapeOf } from '#renderer/parts/arguments/argumentShape.ts'

interface Common {
  readonly path: Path
  readonly key: string
  readonly name: string
  readonly required: boolean
  /** The schema of the value, from the server. */
  readonly schema: unknown
}

export type ArgumentPart =
  | (Common & Edit & { readonly kind: 'field' })
  /** `isSet`: false if the object is left out; its fields are hidden. */
  | (Common & { readonly kind: 'group'; readonly isSet: boolean; readonly parts: readonly ArgumentPart[] } & Others)
  | (Common & {
      readonly kind: 'list'
      readonly items: readonly ArgumentPart[]
      readonly values: readonly unknown[]
      readonly itemSchema: unknown
    })

interface Others {
  /** The names of values that no field shows. */
  readonly others: readonly string[]
}

export interface ArgumentTree extends Others {
  readonly parts: readonly ArgumentPart[]
}

/** The maximum number of fields in a form, including those in groups and lists. Further values are written as JSON. */
const maxParts = 300
const maxTopFields = 100
const deepest = 5
const maxItems = 50

export function argumentTree(inputSchema: unknown, args: Arguments, draft: ArgumentDraft): ArgumentTree {
  const root = plainSchema(inputSchema, inputSchema)
  const properties = propertiesOf(root).slice(0, maxTopFields)
  const builder = new Builder(inputSchema, draft)
  return builder.properties(properties, args, [])
}

class Builder {
  readonly #root: unknown
  readonly #draft: ArgumentDraft
  #left = maxParts

  constructor(root: unknown, draft: ArgumentDraft) {
    this.#root = root
    this.#draft = draft
  }

  properties(properties: readonly Property[], value: Arguments, path: Path): ArgumentTree {
    const names = new Set(properties.map(({ name }) => name))
    this.#left -= properties.length
    return {
      parts: properties.map((one) =>
        this.#part(one, [...path, one.name], Object.hasOwn(value, one.name) ? value[one.name] : undefined),
      ),
      others: Object.keys(value).filter((name) => !names.has(name)),
    }
  }

  /** The part for one property. `value` is undefined if the property is not set. */
  #part(property: Property, path: Path, value: unknown): ArgumentPart {
    const { name, required } = property
    const schema = plainSchema(this.#root, property.schema)
    const common = { path, key: keyOf(path), name, required, schema }
    const shape = shapeOf(this.#root, property)
    if (shape.kind === 'field') return { ...common, kind: 'field', ...this.#edit(path, shape.field, value) }
    if (
      shape.kind === 'group' &&
      this.#fits(path, shape.properties.length) &&
      (value === undefined || isObject(value))
    ) {
      const isSet = value !== undefined || required
      const tree = isSet ? this.properties(shape.properties, fieldsOf(value), path) : { parts: [], others: [] }
      return { ...common, kind: 'group', isSet, ...tree }
    }
    const list: readonly unknown[] | null = value === undefined ? [] : Array.isArray(value) ? value : null
    if (shape.kind === 'list' && list !== null && list.length <= maxItems && this.#fits(path, list.length)) {
      this.#left -= list.length
      const items = list.map((one, index) =>
        this.#part({ name: `${name} ${index + 1}`, schema: shape.items, required: true }, [...path, index], one),
      )
      return { ...common, kind: 'list', items, values: list, itemSchema: plainSchema(this.#root, shape.items) }
    }
    return { ...common, kind: 'field', ...this.#edit(path, jsonField(property), value) }
  }

  #fits(path: Path, more: number): boolean {
    return path.length <= deepest && more <= this.#left
  }

  #edit(path: Path, field: FormField, value: unknown): Edit {
    const isEmpty = value === undefined || (value === null && typeof path.at(-1) === 'number')
    return this.#draft.edits.get(keyOf(path)) ?? (isEmpty ? { field, draft: null } : shown(field, value))
  }
}

function jsonField({ name, required }: Pick<Property, 'name' | 'required'>): FormField {
  return { name, title: name, description: null, required, kind: 'json', initial: '' }
}

function shown(field: FormField, value: unknown): Edit {
  const draft = draftOf(field, value)
  return draft === undefined ? { field: jsonField(field), draft: editableJson(value) } : { field, draft }
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')

/** Whether a string can be shown unchanged. One with invisible characters is shown as JSON, which escapes them. */
const isPlain = (text: string) => editableJson(text) === JSON.stringify(text)

/** The input that shows this value. Undefined: the field cannot show it. */
function draftOf(field: FormField, value: unknown): Draft | undefined {
  switch (field.kind) {
    case 'text':
      return typeof value === 'string' && isPlain(value) ? value : undefined
    case 'number':
      return typeof value === 'number' && (!field.whole || Number.isInteger(value)) ? String(value) : undefined
    case 'yesNo':
      return typeof value === 'boolean' ? value : undefined
    case 'choice':
      return field.options[field.values.indexOf(value)]?.value
    case 'choices': {
      const known = new Set(field.options.map((option) => option.value))
      return isTexts(value) && value.every((one) => known.has(one)) ? value : undefined
    }
    case 'lines':
      return isTexts(value) && value.every((one) => one !== '' && !one.includes('\n') && isPlain(one))
        ? value.join('\n')
        : undefined
    case 'json':
      return undefined
  }
}
