/**
 * Reading a whole list of a server, page by page, within bounds. Entries pass through as they came; a note is in place of
 * one that is too large or too deep, and its page is let go.
 */
import { AppError } from '#contract/errors'
import { askAnySize, tooLarge } from '#engine/connections/session/handshake'
import type { JsonRpcPeer } from '#engine/connections/peer/jsonRpcPeer'
import { type ListingKind, listingKinds } from '#engine/connections/session/listingKinds'
import { boundedDefinition } from '#engine/policies/definitionBounds'

const maxPages = 1_000
/** Far more than anybody can use; only resources can be all files of a large folder. */
const maxEntries = { tools: 10_000, prompts: 10_000, resources: 50_000, templates: 10_000 } as const
const million = 1_000_000
/** Characters of what is used: a client gets the lists of all servers in one text, which must stay far below half a gigabyte. */
const maxListLength = 16 * million
/** Characters of its pages together, with what is not used of them. */
const maxPagesLength = 64 * million

/** `dress` gives the params of each page what the server's era demands; `onPage` is told how long each page is. */
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
    if (seen.has(next)) throw failure(`${endless(kind)}: the cursor ${shown(next)} came twice.`)
    seen.add(next)
    cursor = next
  }
  throw failure(`${endless(kind)}: ${maxPages} pages were read.`)
}

function failure(message: string): AppError {
  return new AppError('HANDSHAKE_FAILED', message)
}

function tooLong(kind: ListingKind, maxLength: number): AppError {
  return tooLarge(`The server's list of ${kind} is longer than ${maxLength / million} MB.`)
}

function endless(kind: ListingKind): string {
  return `The server's list of ${kind} has no end`
}

function shown(cursor: string): string {
  return JSON.stringify(cursor.slice(0, 64))
}
