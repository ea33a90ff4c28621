/** Everything that the editor of arguments shows: the form, and the errors with their fields. Pure. */
import { isObject } from '#contract/jsonRpc/jsonObject'
import { type ArgumentFault, argumentFaults, faultText } from '#contract/tools/argumentCheck'
import { readArguments, type ReadArguments } from '#renderer/model/tools/toolArguments.ts'
import { type ArgumentDraft, hasUnread, keyOf, unreadFault } from '#renderer/parts/arguments/argumentDraft.ts'
import { type ArgumentPart, argumentTree, type ArgumentTree } from '#renderer/parts/arguments/argumentParts.ts'
import { plainSchema, propertiesOf } from '#renderer/parts/arguments/argumentShape.ts'
import { createTextCheck } from '#renderer/parts/arguments/textCheck.ts'

export interface PlacedFault {
  readonly text: string
  /** Whether the fault is only an empty field. It is not shown before the person tries to send. */
  readonly missing: boolean
}

export interface ArgumentReview {
  readonly read: ReadArguments
  readonly tree: ArgumentTree
  /** The faults of fields, by the key of the part. */
  readonly faults: ReadonlyMap<string, PlacedFault>
  /** The faults that belong to no field. */
  readonly general: readonly PlacedFault[]
  /** All faults with the name of their argument, for the JSON view. */
  readonly named: readonly PlacedFault[]
  /** Whether the arguments can be sent, even if they have faults. */
  readonly isReadable: boolean
  readonly wrong: number
}

const maxFaults = 50
const noTree: ArgumentTree = { parts: [], others: [] }

/** Whether the tool takes no arguments, so that no editor is needed. */
export function takesNothing(inputSchema: unknown, text: string): boolean {
  if (!isObject(inputSchema)) return false
  const schema = plainSchema(inputSchema, inputSchema)
  const open = ['anyOf', 'oneOf', 'allOf', 'patternProperties', 'if'].some((key) => key in schema)
  const { additionalProperties: others = false } = schema
  return propertiesOf(schema).length === 0 && !open && others === false && (text.trim() === '' || text === '{}')
}

export function reviewArguments(inputSchema: unknown, draft: ArgumentDraft): ArgumentReview {
  const read = readArguments(draft.text)
  if (!read.ok) {
    const fault = { text: read.message, missing: false }
    return { read, tree: noTree, faults: new Map(), general: [], named: [fault], isReadable: false, wrong: 1 }
  }
  const tree = argumentTree(inputSchema, read.value, draft)
  const found = argumentFaults(inputSchema, read.value, { limit: maxFaults, textFault: createTextCheck() })
  const keys = new Set<string>()
  const faults = new Map<string, PlacedFault>()
  const visit = (part: ArgumentPart): void => {
    keys.add(part.key)
    if (part.kind === 'group') return part.parts.forEach(visit)
    if (part.kind === 'list') return part.items.forEach(visit)
    const unread = unreadFault(part)
    if (unread !== null) faults.set(part.key, { text: unread, missing: false })
  }
  tree.parts.forEach(visit)
  const general: PlacedFault[] = []
  for (const fault of found) {
    const at = placeOf(fault, keys)
    if (at === null) general.push(named(fault))
    else if (!faults.has(keyOf(fault.path.slice(0, at)))) faults.set(keyOf(fault.path.slice(0, at)), placed(fault, at))
  }
  return {
    read,
    tree,
    faults,
    general,
    named: found.map(named),
    isReadable: !hasUnread(draft),
    wrong: faults.size + general.length,
  }
}

/** The length of the path to the part that shows the value or contains it. Null: no part does. */
function placeOf({ path }: ArgumentFault, keys: ReadonlySet<string>): number | null {
  for (let length = path.length; length > 0; length -= 1) if (keys.has(keyOf(path.slice(0, length)))) return length
  return null
}

const named = (fault: ArgumentFault): PlacedFault => ({ text: faultText(fault), missing: fault.missing })

function placed({ path, words, missing }: ArgumentFault, at: number): PlacedFault {
  if (path.length > at) return { text: faultText({ path: path.slice(at), words }), missing }
  // In a list, null keeps the position of an empty field, so a fault about null means that the field is empty.
  const empty = missing || words.endsWith(', not null.')
  return { text: empty ? 'Required' : `This ${words}`, missing: empty }
}

/** Whether a form helps more than the JSON alone. */
export function isWorthAForm(inputSchema: unknown): boolean {
  const { parts } = argumentTree(inputSchema, {}, { text: '', edits: new Map() })
  return parts.some((part) => part.kind !== 'field' || part.field.kind !== 'json')
}
