/** Reading a server's whole list of tools, page by page, within bounds. Entries pass through as they came. */
import { AppError } from '#contract/errors'
import { ask } from '#engine/connections/handshake'
import type { JsonRpcPeer } from '#engine/connections/jsonRpcPeer'

const maxPages = 1_000
const maxTools = 50_000

/** `dress` gives the params of each page what the server's era demands. */
export async function listTools(
  peer: JsonRpcPeer,
  dress: (params: Record<string, unknown>) => unknown,
): Promise<unknown[]> {
  const tools: unknown[] = []
  let cursor: string | undefined
  for (let page = 0; page < maxPages; page++) {
    const result = await ask(peer, 'tools/list', dress(cursor === undefined ? {} : { cursor }))
    const entries = result['tools']
    if (!Array.isArray(entries))
      throw new AppError('HANDSHAKE_FAILED', 'The server answered tools/list without a list of tools.')
    for (const entry of entries) tools.push(entry)
    if (tools.length > maxTools) throw new AppError('HANDSHAKE_FAILED', `The server lists more than ${maxTools} tools.`)
    const next = result['nextCursor']
    if (typeof next !== 'string' || next === '' || next === cursor) return tools
    cursor = next
  }
  throw new AppError('HANDSHAKE_FAILED', `The server's list of tools has no end: ${maxPages} pages were read.`)
}
