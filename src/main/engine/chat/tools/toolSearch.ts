/** Finds tools by words, for a model that does not get all of them. Pure. */
import type { ToolOffer } from '#engine/chat/tools/toolOffers'
import { WordSearch } from '#engine/policies/wordSearch'

const maxFound = 8
/** How much more a match in the name counts than one in the description. */
const nameWeight = 3

/** The matching tools, best first. An exact name gives only that tool. */
export function searchTools(offers: readonly ToolOffer[], query: string): ToolOffer[] {
  const named = offers.filter(({ publicName, toolName }) => query === publicName || query === toolName)
  if (named.length > 0) return named.slice(0, maxFound)
  const search = new WordSearch(offers, ({ publicName, server, title, wire }) => [
    { text: `${publicName} ${title ?? ''}`, weight: nameWeight },
    { text: `${server} ${wire.description ?? ''}`, weight: 1 },
  ])
  return search.find(query, maxFound)
}
