/** A scope's tools as they are offered to a model, in a stable order. */
import { claudeSchema } from '#engine/chat/requests/claudeSchema'
import { textIn } from '#engine/chat/requests/textIn'
import { estimatedTokens } from '#contract/text/tokens'
import type { WireTool } from '#engine/chat/models/modelClient'
import type { CatalogView } from '#engine/registry/catalog/catalogView'
import type { ListedTool } from '#engine/registry/catalog/frozenList'

/** A tool that can be offered to a model. The model knows it by its public name, because the catalog gives no other. */
export interface ToolOffer {
  readonly publicName: string
  /** The server's slug, or the group's name. */
  readonly server: string
  /** The tool's own name. */
  readonly toolName: string
  readonly title: string | null
  readonly uiResource: string | null
  readonly wire: WireTool
  readonly tokens: number
}

export interface RefusedTool {
  readonly publicName: string
  readonly reason: string
}

export interface ToolOffers {
  readonly offers: readonly ToolOffer[]
  readonly refused: readonly RefusedTool[]
  readonly byName: ReadonlyMap<string, ToolOffer>
  /** Whether this name, or another name of the same tool, is among the offers. */
  has(name: string): boolean
}

export const noOffers: ToolOffers = { offers: [], refused: [], byName: new Map(), has: () => false }

const namePattern = /^[a-zA-Z0-9_-]{1,64}$/
const maxDescriptionLength = 20_000

type Made = ToolOffer | RefusedTool

export class ToolOfferMaker {
  readonly #made = new WeakMap<ListedTool, Made>()
  readonly #ofView = new WeakMap<CatalogView, ToolOffers>()

  of(view: CatalogView): ToolOffers {
    let found = this.#ofView.get(view)
    if (found === undefined) this.#ofView.set(view, (found = this.#collect(view)))
    return found
  }

  #collect(view: CatalogView): ToolOffers {
    const made = view.tools
      .map((tool) => this.#make(tool))
      .sort((one, other) => (one.publicName < other.publicName ? -1 : 1))
    const offers = made.filter((one): one is ToolOffer => 'wire' in one)
    const byName = new Map(offers.map((offer) => [offer.publicName, offer]))
    return {
      offers,
      refused: made.filter((one): one is RefusedTool => 'reason' in one),
      byName,
      has: (name) => byName.has(view.find(name)?.publicName ?? name),
    }
  }

  #make(tool: ListedTool): Made {
    let made = this.#made.get(tool)
    if (made === undefined) this.#made.set(tool, (made = makeOffer(tool)))
    return made
  }
}

function makeOffer(tool: ListedTool): Made {
  const { name } = tool
  if (!namePattern.test(name)) return { publicName: name, reason: 'models do not accept its name' }
  const verdict = claudeSchema(tool['inputSchema'])
  if ('reason' in verdict) return { publicName: name, reason: verdict.reason }
  const meta = Object(tool['_meta']) as Record<string, unknown>
  const ui = Object(meta['ui']) as Record<string, unknown>
  const annotations = Object(tool['annotations']) as Record<string, unknown>
  const description = textIn(tool, 'description', '').slice(0, maxDescriptionLength)
  const wire: WireTool = {
    name,
    ...(description === '' ? {} : { description }),
    input_schema: verdict.schema,
  }
  return {
    publicName: name,
    server: textIn(meta, 'switchboard/server', ''),
    toolName: textIn(meta, 'switchboard/tool', name),
    title: textIn(tool, 'title', textIn(annotations, 'title', '')) || null,
    uiResource: textIn(ui, 'resourceUri', textIn(meta, 'ui/resourceUri', '')) || null,
    wire,
    tokens: estimatedTokens(JSON.stringify(wire)),
  }
}
