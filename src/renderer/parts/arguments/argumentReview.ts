/** Everything that an editor of arguments shows about them: the form, and what is wrong where. Pure. */
import { isObject } from '#contract/jsonRpc/jsonObject'
import { type ArgumentFault, argumentFaults, faultText } from '#contract/tools/argumentCheck'
import { readArguments, type ReadArguments } from '#renderer/model/tools/toolArguments.ts'
import { type ArgumentDraft, hasUnread, keyOf, unreadFault } from '#renderer/parts/arguments/argumentDraft.ts'
import { type ArgumentPart, argumentTree, type ArgumentTree } from '#renderer/parts/arguments/argumentParts.ts'
import { plainSchema, propertiesOf } from '#renderer/parts/arguments/argumentShape.ts'
import { createTextCheck } from '#renderer/parts/arguments/textCheck.ts'

export interface PlacedFault {
  readonly text: string
  /** Nothing is written yet; not worth a word before the person wants to send it. */
  readonly missing: boolean
}

export interface ArgumentReview {
  readonly read: ReadArguments
  readonly tree: ArgumentTree
  /** By the key of the part. */
  readonly faults: ReadonlyMap<string, PlacedFault>
  /** What is wrong outside of all fields. */
  readonly general: readonly PlacedFault[]
  /** The same, all named, for the JSON view. */
  readonly named: readonly PlacedFault[]
  /** Whether there is anything that can be sent, however wrong. */
  readonly isReadable: boolean
  readonly wrong: number
}

const maxFaults = 50
const noTree: ArgumentTree = { parts: [], others: [] }

/** Whether the tool takes no arguments at all, so that there is nothing to write. */
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

/** The length of the path to the part that shows the value, or what is around it; null if none does. */
function placeOf({ path }: ArgumentFault, keys: ReadonlySet<string>): number | null {
  for (let length = path.length; length > 0; length -= 1) if (keys.has(keyOf(path.slice(0, length)))) return length
  return null
}

const named = (fault: ArgumentFault): PlacedFault => ({ text: faultText(fault), missing: fault.missing })

function placed({ path, words, missing }: ArgumentFault, at: number): PlacedFault {
  if (path.length > at) return { text: faultText({ path: path.slice(at), words }), missing }
  // A place in a list is kept by null, which says nothing about the value.
  const empty = missing || words.endsWith(', not null.')
  return { text: empty ? 'Required' : `This ${words}`, missing: empty }
}

/** Whether a form is of more use than the JSON. */
export function isWorthAForm(inputSchema: unknown): boolean {
  const { parts } = argumentTree(inputSchema, {}, { text: '', edits: new Map() })
  return parts.some((part) => part.kind !== 'field' || part.field.kind !== 'json')
}
