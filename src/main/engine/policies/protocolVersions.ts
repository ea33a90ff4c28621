/** The MCP versions that Switchboard supports with servers and with clients. Pure. */

export const modernVersion = '2026-07-28'
export const newestLegacyVersion = '2025-11-25'
/** The only version with JSON-RPC batches. */
export const batchVersion = '2025-03-26'
/** Some early servers still answer with this version. Clients are not served in it. */
const firstDraftVersion = '2024-10-07'

/** The legacy versions in which clients are served. */
export const legacyVersions: ReadonlySet<string> = new Set([
  '2024-11-05',
  batchVersion,
  '2025-06-18',
  newestLegacyVersion,
])

/** The versions that a server's answer to `initialize` may name. */
export const legacyServerVersions: ReadonlySet<string> = new Set([firstDraftVersion, ...legacyVersions])

/** Keys of `_meta` in which every modern message repeats what the legacy era says once, in the handshake. */
export const metaKeys = {
  protocolVersion: 'io.modelcontextprotocol/protocolVersion',
  clientCapabilities: 'io.modelcontextprotocol/clientCapabilities',
  clientInfo: 'io.modelcontextprotocol/clientInfo',
  logLevel: 'io.modelcontextprotocol/logLevel',
  serverInfo: 'io.modelcontextprotocol/serverInfo',
  subscriptionId: 'io.modelcontextprotocol/subscriptionId',
} as const
