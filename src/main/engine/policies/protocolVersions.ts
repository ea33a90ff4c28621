/** The MCP revisions that Switchboard supports, toward servers and toward clients. Pure. */

export const modernVersion = '2026-07-28'
export const newestLegacyVersion = '2025-11-25'
/** The only revision with JSON-RPC batches. */
export const batchVersion = '2025-03-26'
/** Some early servers still answer with it; clients are not served in it. */
const firstDraftVersion = '2024-10-07'

/** The revisions that clients are served in. */
export const legacyVersions: ReadonlySet<string> = new Set([
  '2024-11-05',
  batchVersion,
  '2025-06-18',
  newestLegacyVersion,
])

/** The revisions that a server's answer to `initialize` may name. */
export const legacyServerVersions: ReadonlySet<string> = new Set([firstDraftVersion, ...legacyVersions])

/** Keys of `_meta` in which each modern message repeats what the legacy era says once, in its handshake. */
export const metaKeys = {
  protocolVersion: 'io.modelcontextprotocol/protocolVersion',
  clientCapabilities: 'io.modelcontextprotocol/clientCapabilities',
  clientInfo: 'io.modelcontextprotocol/clientInfo',
  logLevel: 'io.modelcontextprotocol/logLevel',
  serverInfo: 'io.modelcontextprotocol/serverInfo',
  subscriptionId: 'io.modelcontextprotocol/subscriptionId',
} as const
