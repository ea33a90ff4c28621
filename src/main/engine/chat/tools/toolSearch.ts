/** Finds tools by words, for a model that is not told of all of them at once. Pure. */
import type { ToolOffer } from '#engine/chat/tools/toolOffers'

const mostFound = 8

/** The best first. */
export function searchTools(offers: readonly ToolOffer[], query: string): ToolOffer[] {
  const exact = offers.filter(({ publicName, toolName }) => query === publicName || query === toolName)
  if (exact.length > 0) return exact.slice(0, mostFound)
  const wanted = [...new Set(words(query))]
  const documents = offers.map((offer) => ({
    offer,
    names: words(nameText(offer)),
    text: words(offer.wire.description ?? ''),
  }))
  const rarity = new Map(
    wanted.map((word) => {
      const having = documents.filter(({ names, text }) => has(names, word) || has(text, word)).length
      return [word, Math.log(1 + (documents.length - having + 0.5) / (having + 0.5))] as const
    }),
  )
  return documents
    .map(({ offer, names, text }) => ({
      offer,
      score: wanted.reduce(
        (sum, word) => sum + (rarity.get(word) ?? 0) * ((has(names, word) ? 3 : 0) + (has(text, word) ? 1 : 0)),
        0,
      ),
    }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score || (one.offer.publicName < other.offer.publicName ? -1 : 1))
    .slice(0, mostFound)
    .map(({ offer }) => offer)
}

/** `getFileInfo` and `get_file_info` are the same words. */
export function words(text: string): string[] {
  return text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

function nameText({ publicName, server, title }: ToolOffer): string {
  return `${publicName} ${server} ${title ?? ''}`
}

/** Also another form of the word: `files` for `file`. */
function has(list: readonly string[], word: string): boolean {
  return list.some(
    (other) =>
      other === word || (word.length > 3 && other.length > 3 && (other.startsWith(word) || word.startsWith(other))),
  )
}
