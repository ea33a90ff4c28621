/** Reading a whole list of a server, page by page, within bounds. Entries pass through as they came. */
import { AppError } from '#contract/errors'
import { ask } from '#engine/connections/handshake'
import type { JsonRpcPeer } from '#engine/connections/jsonRpcPeer'
import { type ListingKind, listingKinds } from '#engine/connections/listingKinds'

const maxPages = 1_000
const maxEntries = 50_000

/** `dress` gives the params of each page what the server's era demands. */
export async function readListing(
  peer: JsonRpcPeer,
  kind: ListingKind,
  dress: (params: Record<string, unknown>) => unknown,
): Promise<unknown[]> {
  const { method, entries: key } = listingKinds[kind]
  const entries: unknown[] = []
  const seen = new Set<string>()
  let cursor: string | undefined
  for (let page = 0; page < maxPages; page++) {
    const result = await ask(peer, method, dress(cursor === undefined ? {} : { cursor }))
    const read = result[key]
    if (!Array.isArray(read)) throw failure(`The server answered ${method} without a list of ${kind}.`)
    for (const entry of read) entries.push(entry)
    if (entries.length > maxEntries) throw failure(`The server lists more than ${maxEntries} ${kind}.`)
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

function endless(kind: ListingKind): string {
  return `The server's list of ${kind} has no end`
}

function shown(cursor: string): string {
  return JSON.stringify(cursor.slice(0, 64))
}
