/** The revisions of MCP that Switchboard speaks, to servers and to clients. Pure. */

export const modernVersion = '2026-07-28'
export const newestLegacyVersion = '2025-11-25'
/** The one revision that has JSON-RPC batches. */
export const batchVersion = '2025-03-26'
/** Some early servers still answer with it; clients are not served in it. */
const firstDraftVersion = '2024-10-07'

/** What clients are served in. */
export const legacyVersions: ReadonlySet<string> = new Set([
  '2024-11-05',
  batchVersion,
  '2025-06-18',
  newestLegacyVersion,
])

/** What an answer of a server to `initialize` may name. */
export const legacyServerVersions: ReadonlySet<string> = new Set([firstDraftVersion, ...legacyVersions])

/** Where a message of the modern era says in its `_meta` what the legacy era says once, in its handshake. */
export const metaKeys = {
  protocolVersion: 'io.modelcontextprotocol/protocolVersion',
  clientCapabilities: 'io.modelcontextprotocol/clientCapabilities',
  clientInfo: 'io.modelcontextprotocol/clientInfo',
  logLevel: 'io.modelcontextprotocol/logLevel',
  serverInfo: 'io.modelcontextprotocol/serverInfo',
  subscriptionId: 'io.modelcontextprotocol/subscriptionId',
} as const
