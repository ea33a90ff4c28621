/**
 * Tools as clients see them, as objects and as JSON text. Each text is made once per definition and name, and cached
 * as long as the definition lives. A toggle among thousands of tools therefore serializes none of them again.
 */
import { rewriteToolMeta } from '#engine/registry/catalog/typedUris'
import type { ToolOwner } from '#engine/registry/catalog/catalogServer'
import type { CheckedTool } from '#engine/policies/checkedTool'
import { entryText, type EntryText, EntryTexts, FrozenPart, type ListedTool } from '#engine/registry/catalog/frozenList'
import { type Offer, type OfferList, Offers } from '#engine/registry/catalog/offers'
import type { ResourceCatalog } from '#engine/registry/catalog/resourceCatalog'

/** Makes URIs public. The result depends on what the other servers list. */
type Addresses = Pick<ResourceCatalog, 'publicUri'>

interface MadeText {
  readonly owner: ToolOwner
  /** The public URIs of the tool's pages, joined. */
  readonly page: string
  /** The project's own description; null if the server's is used. */
  readonly description: string | null
  readonly text: EntryText<ListedTool>
}

type PublicNames = readonly (string | undefined)[]

interface MadePart {
  /** The public URIs of all pages, in order. */
  readonly pages: readonly string[]
  readonly part: FrozenPart<ListedTool>
}

/** How many texts are cached per tool: each combination of name, owner and description has one. */
const keptTexts = 64

export class ListedTools {
  /** The offers from which the tools are listed. */
  readonly offers = new Offers()
  /** Serialized prompts and resources. */
  readonly others = new EntryTexts()
  readonly #parts = new WeakMap<OfferList, MadePart>()
  readonly #withPage = new WeakMap<OfferList, readonly Offer[]>()
  readonly #made = new WeakMap<CheckedTool, MadeText[]>()

  /** `names`: the public name of each offer; undefined if the offer is overridden. */
  part(offers: OfferList, names: PublicNames, addresses: Addresses): FrozenPart<ListedTool> {
    const known = this.#parts.get(offers)
    const pages = this.#offersWithPage(offers).flatMap((offer) => pagesOf(offer, addresses))
    if (known !== undefined && hasNames(known.part, names) && areSame(pages, known.pages)) return known.part
    const texts: EntryText<ListedTool>[] = []
    offers.forEach((offer, place) => {
      const name = names[place]
      if (name !== undefined) texts.push(this.#textOf(offer, name, addresses))
    })
    // `slice` frees spare capacity, because lists live long.
    const part = new FrozenPart(texts.slice())
    this.#parts.set(offers, { pages, part })
    return part
  }

  #offersWithPage(offers: OfferList): readonly Offer[] {
    let found = this.#withPage.get(offers)
    if (found === undefined) {
      found = offers.filter((offer) => pagesOf(offer, asTheyAre).length > 0)
      if (found.length === 0) found = none
      this.#withPage.set(offers, found)
    }
    return found
  }

  #textOf(offer: Offer, publicName: string, addresses: Addresses): EntryText<ListedTool> {
    const { checked, owner, own } = offer
    const page = pagesOf(offer, addresses).join(' ')
    const description = own?.description ?? null
    let made = this.#made.get(checked)
    if (made === undefined) this.#made.set(checked, (made = []))
    const known = made.find(
      (one) =>
        one.text.entry.name === publicName &&
        one.page === page &&
        one.description === description &&
        sameOwner(one.owner, owner),
    )
    if (known !== undefined) return known.text
    const text = makeText(offer, publicName, addresses)
    if (made.length >= keptTexts) made.shift()
    made.push({ owner, page, description, text })
    return text
  }
}

const none: readonly Offer[] = []
const asTheyAre: Addresses = { publicUri: (uri) => uri }

/** Whether the part contains exactly the offers that have a name, in order. */
function hasNames({ texts }: FrozenPart<ListedTool>, names: PublicNames): boolean {
  let place = 0
  for (const name of names) if (name !== undefined && texts[place++]?.entry.name !== name) return false
  return place === texts.length
}

function areSame(some: PublicNames, others: PublicNames): boolean {
  return some.length === others.length && some.every((one, place) => one === others[place])
}

function sameOwner(one: ToolOwner, other: ToolOwner): boolean {
  return one.name === other.name && one.bearer === other.bearer && one.members?.join(' ') === other.members?.join(' ')
}

/** Page URIs in `_meta` are made public like any other URI. */
function metaOf(definition: CheckedTool['definition'], { bearer }: ToolOwner, addresses: Addresses) {
  const meta = definition?._meta
  return meta === undefined ? meta : rewriteToolMeta(meta, (uri) => addresses.publicUri(uri, bearer))
}

function pagesOf({ checked, owner }: Offer, addresses: Addresses): string[] {
  const pages: string[] = []
  if (checked.definition?._meta === undefined) return pages
  const read = (uri: string, by: string) => {
    const page = addresses.publicUri(uri, by)
    pages.push(page)
    return page
  }
  metaOf(checked.definition, owner, { publicUri: read })
  return pages
}

function makeText({ checked, owner, own }: Offer, publicName: string, addresses: Addresses): EntryText<ListedTool> {
  const { definition } = checked
  const description = own?.description ?? null
  const tool: ListedTool = {
    ...definition,
    name: publicName,
    ...(description !== null && { description }),
    _meta: {
      ...metaOf(definition, owner, addresses),
      'switchboard/server': owner.name,
      'switchboard/tool': checked.name,
      ...(owner.members === null ? {} : { 'switchboard/members': owner.members }),
    },
  }
  return entryText(tool)
}
