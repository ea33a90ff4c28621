/** What every request must carry in the modern era, and must not carry in the legacy one. Pure. */
import type { ProtocolEra } from '#contract/server'

export const modernVersion = '2026-07-28'
export const newestLegacyVersion = '2025-11-25'
/** Every legacy revision that an answer to `initialize` may name. */
export const legacyVersions: ReadonlySet<string> = new Set([
  '2024-10-07',
  '2024-11-05',
  '2025-03-26',
  '2025-06-18',
  newestLegacyVersion,
])

export const versionKey = 'io.modelcontextprotocol/protocolVersion'
const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities'
const clientKey = 'io.modelcontextprotocol/clientInfo'
export const serverKey = 'io.modelcontextprotocol/serverInfo'

export interface ClientIdentity {
  readonly name: string
  readonly version: string
}

type Params = Readonly<Record<string, unknown>>

/** Params as they go upstream: dressed for the server's era, with the progress token that is ours. */
export function dressParams(
  params: Params,
  era: ProtocolEra,
  identity: ClientIdentity,
  capabilities: Params,
  progressToken: number,
): Params {
  const given = params['_meta'] as Params | undefined
  const meta = era === 'modern' ? modernMeta(given, identity, capabilities) : legacyMeta(given)
  if (meta === undefined) return params
  if (meta['progressToken'] !== undefined) return { ...params, _meta: { ...meta, progressToken } }
  return meta === given ? params : { ...params, _meta: meta }
}

/** What the caller itself said wins: a modern client's own capabilities reach the server unchanged. */
export function modernMeta(given: Params | undefined, identity: ClientIdentity, capabilities: Params): Params {
  return { [clientKey]: identity, [capabilitiesKey]: capabilities, ...given, [versionKey]: modernVersion }
}

function legacyMeta(given: Params | undefined): Params | undefined {
  if (given === undefined) return undefined
  if (given[versionKey] === undefined && given[capabilitiesKey] === undefined) return given
  const { [versionKey]: _version, [capabilitiesKey]: _capabilities, [clientKey]: _client, ...rest } = given
  return rest
}
