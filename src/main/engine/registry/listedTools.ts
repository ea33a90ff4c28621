/**
 * Tools as clients see them, as object and as JSON text. Made once for each definition and name and kept as long as
 * the definition lives, so that a toggle among thousands of tools writes none of them anew.
 */
import { publicUri } from '#engine/policies/resourceUri'
import { rewriteToolMeta } from '#engine/policies/typedUris'
import type { CheckedTool } from '#engine/registry/checkedTool'
import type { ListedTool } from '#engine/registry/catalogView'
import { entryText, type EntryText, EntryTexts, FrozenPart } from '#engine/registry/frozenList'
import { type OfferList, Offers } from '#engine/registry/offers'

export interface ToolOwner {
  /** The server's slug, or the group's name. */
  readonly name: string
  /** The slugs of a group's members; null for a single server. */
  readonly members: readonly string[] | null
  /** The server whose addresses the definition holds; null where they are left as they are. */
  readonly addressOf: string | null
}

interface MadeText {
  readonly owner: ToolOwner
  readonly text: EntryText<ListedTool>
}

type PublicNames = readonly (string | undefined)[]

interface MadePart {
  readonly names: PublicNames
  readonly part: FrozenPart<ListedTool>
}

export class ListedTools {
  /** What they are listed for. */
  readonly offers = new Offers()
  /** Of what is listed beside them. */
  readonly others = new EntryTexts()
  readonly #parts = new WeakMap<OfferList, MadePart>()
  readonly #made = new WeakMap<CheckedTool, MadeText[]>()

  /** `names`: the public name of each of the offers; undefined where it is overridden. */
  part(offers: OfferList, names: PublicNames): FrozenPart<ListedTool> {
    const known = this.#parts.get(offers)
    if (known !== undefined && names.every((name, place) => name === known.names[place])) return known.part
    const texts: EntryText<ListedTool>[] = []
    offers.forEach(({ checked, owner }, place) => {
      const name = names[place]
      if (name !== undefined) texts.push(this.#textOf(checked, name, owner))
    })
    const part = new FrozenPart(texts)
    this.#parts.set(offers, { names, part })
    return part
  }

  #textOf(checked: CheckedTool, publicName: string, owner: ToolOwner): EntryText<ListedTool> {
    let made = this.#made.get(checked)
    if (made === undefined) this.#made.set(checked, (made = []))
    const known = made.find((one) => one.text.entry.name === publicName && sameOwner(one.owner, owner))
    if (known !== undefined) return known.text
    const text = makeText(checked, publicName, owner)
    made.push({ owner, text })
    return text
  }
}

function sameOwner(one: ToolOwner, other: ToolOwner): boolean {
  return (
    one.name === other.name && one.addressOf === other.addressOf && one.members?.join(' ') === other.members?.join(' ')
  )
}

/** The page that shows a tool's result is an address like any other. */
function metaOf(definition: CheckedTool['definition'], { addressOf }: ToolOwner) {
  const meta = definition?._meta
  if (meta === undefined || addressOf === null) return meta
  return rewriteToolMeta(meta, (uri) => publicUri(addressOf, uri))
}

function makeText(checked: CheckedTool, publicName: string, owner: ToolOwner): EntryText<ListedTool> {
  const { definition } = checked
  const tool: ListedTool = {
    ...definition,
    name: publicName,
    _meta: {
      ...metaOf(definition, owner),
      'switchboard/server': owner.name,
      'switchboard/tool': checked.name,
      ...(owner.members === null ? {} : { 'switchboard/members': owner.members }),
    },
  }
  return entryText(tool)
}
