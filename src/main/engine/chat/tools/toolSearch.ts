/** Finds tools by words, for a model that is not told of all of them at once. Pure. */
import type { ToolOffer } from '#engine/chat/tools/toolOffers'
import { WordSearch } from '#engine/policies/wordSearch'

const mostFound = 8
/** A name says more than a description. */
const nameWeight = 3

/** The best first. Who knows the name gets that tool. */
export function searchTools(offers: readonly ToolOffer[], query: string): ToolOffer[] {
  const named = offers.filter(({ publicName, toolName }) => query === publicName || query === toolName)
  if (named.length > 0) return named.slice(0, mostFound)
  const search = new WordSearch(offers, ({ publicName, server, title, wire }) => [
    { text: `${publicName} ${title ?? ''}`, weight: nameWeight },
    { text: `${server} ${wire.description ?? ''}`, weight: 1 },
  ])
  return search.find(query, mostFound)
}
