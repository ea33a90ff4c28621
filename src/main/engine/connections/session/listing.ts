/**
 * Reads a whole list from a server, page by page, within limits. Entries are not changed, except that a note replaces
 * an entry that is too large or nested too deep, so that its text can be freed.
 */
import { AppError } from '#contract/errors'
import { askAnySize, tooLarge } from '#engine/connections/session/handshake'
import type { JsonRpcPeer } from '#engine/connections/peer/jsonRpcPeer'
import { type ListingKind, listingKinds } from '#engine/connections/session/listingKinds'
import { boundedDefinition } from '#engine/policies/definitionBounds'

const maxPages = 1_000
/** Far more than a client can use. Only resources can be numerous, such as all files of a large folder. */
const maxEntries = { tools: 10_000, prompts: 10_000, resources: 50_000, templates: 10_000 } as const
const million = 1_000_000
/**
 * Maximum total length of the kept entries, in characters. A client gets the lists of all servers in one string, which
 * must stay far below 500 MB.
 */
const maxListLength = 16 * million
/** Maximum total length of all pages, including unused parts. */
const maxPagesLength = 64 * million

/** `dress` adds to each page's params what the server's era requires. `onPage` is called with each page's length. */
export async function readListing(
  peer: JsonRpcPeer,
  kind: ListingKind,
  dress: (params: Record<string, unknown>) => unknown,
  onPage: (length: number) => void,
): Promise<unknown[]> {
  const { method, entries: key } = listingKinds[kind]
  const entries: unknown[] = []
  const seen = new Set<string>()
  let cursor: string | undefined
  let [listLength, pagesLength] = [0, 0]
  for (let page = 0; page < maxPages; page++) {
    const { result, length } = await askAnySize(peer, method, dress(cursor === undefined ? {} : { cursor }), true)
    onPage(length)
    pagesLength += length
    if (pagesLength > maxPagesLength) throw tooLong(kind, maxPagesLength)
    const read = result[key]
    if (!Array.isArray(read)) throw failure(`The server answered ${method} without a list of ${kind}.`)
    for (const raw of read) {
      const bounded = boundedDefinition(raw)
      entries.push(bounded.entry)
      listLength += bounded.length
    }
    if (entries.length > maxEntries[kind]) throw tooLarge(`The server lists more than ${maxEntries[kind]} ${kind}.`)
    if (listLength > maxListLength) throw tooLong(kind, maxListLength)
    const next = result['nextCursor']
    if (typeof next !== 'string' || next === '' || next === cursor) return entries
    if (seen.has(next)) throw failure(`${endless(kind)}: it sent the cursor ${shown(next)} twice.`)
    seen.add(next)
    cursor = next
  }
  throw failure(`${endless(kind)}: Switchboard stopped after ${maxPages} pages.`)
}

function failure(message: string): AppError {
  return new AppError('HANDSHAKE_FAILED', message)
}

function tooLong(kind: ListingKind, maxLength: number): AppError {
  return tooLarge(`The server's list of ${kind} is longer than ${maxLength / million} MB.`)
}

function endless(kind: ListingKind): string {
  return `The server's list of ${kind} does not end`
}

function shown(cursor: string): string {
  return JSON.stringify(cursor.slice(0, 64))
}
