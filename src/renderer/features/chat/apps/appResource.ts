/** The page that a server returned for a tool: its HTML, and the web addresses it says it needs. Pure. */
import { type AppNetwork, noNetwork, webOrigins } from '#contract/chat/appFrame'
import type { JsonObject } from '#contract/jsonRpc/jsonObject'

export type AppPage =
  | { readonly kind: 'page'; readonly html: string; readonly network: AppNetwork }
  | { readonly kind: 'none'; readonly reason: string }

const maxPageLength = 5_000_000
const pageType = /^text\/html\s*;\s*profile\s*=\s*"?mcp-app"?\s*$/i

const fieldsOf = (value: unknown): JsonObject => Object(value) as JsonObject

function textOf({ text, blob }: JsonObject): string | null {
  if (typeof text === 'string') return text
  if (typeof blob !== 'string' || blob.length > maxPageLength * 1.4) return null
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(blob), (letter) => letter.charCodeAt(0)))
  } catch {
    return null
  }
}

function networkOf(content: JsonObject): AppNetwork {
  const csp = fieldsOf(fieldsOf(fieldsOf(content['_meta'])['ui'])['csp'])
  const network = {
    connections: webOrigins(csp['connectDomains']),
    resources: webOrigins(csp['resourceDomains']),
  }
  return network.connections.length + network.resources.length === 0 ? noNetwork : network
}

/** `read`: the result of `resources/read`. */
export function appPageOf(read: { readonly contents?: readonly unknown[] | undefined }): AppPage {
  const content = fieldsOf(read.contents?.[0])
  if (typeof content['mimeType'] !== 'string' || !pageType.test(content['mimeType']))
    return { kind: 'none', reason: 'The server did not return an MCP Apps page.' }
  const html = textOf(content)
  if (html === null) return { kind: 'none', reason: 'The page from the server cannot be read.' }
  if (html.length > maxPageLength) return { kind: 'none', reason: 'The page from the server is too large.' }
  return { kind: 'page', html, network: networkOf(content) }
}
