/** The `_meta` fields that every request must have in the modern era, and must not have in the legacy era. Pure. */
import type { Params } from '#contract/jsonRpc/messages'
import type { ProtocolEra } from '#contract/servers/server'
import { metaKeys, modernVersion } from '#engine/policies/protocolVersions'

export interface ClientIdentity {
  readonly name: string
  readonly version: string
}

/**
 * The params as they are sent to the server: in the form of its era, with Switchboard's progress token in place of the
 * caller's.
 */
export function dressParams(
  params: Params,
  era: ProtocolEra,
  identity: ClientIdentity,
  capabilities: Params,
  progressToken: number,
  logLevel: string | null = null,
): Params {
  const given = params['_meta'] as Params | undefined
  const meta = era === 'modern' ? modernMeta(given, identity, capabilities, logLevel) : legacyMeta(given)
  if (meta === undefined) return params
  if (meta['progressToken'] !== undefined) return { ...params, _meta: { ...meta, progressToken } }
  return meta === given ? params : { ...params, _meta: meta }
}

/** The caller's own values take precedence: a modern client's capabilities reach the server unchanged. */
export function modernMeta(
  given: Params | undefined,
  identity: ClientIdentity,
  capabilities: Params,
  logLevel: string | null = null,
): Params {
  return {
    [metaKeys.clientInfo]: identity,
    [metaKeys.clientCapabilities]: capabilities,
    ...(logLevel !== null && { [metaKeys.logLevel]: logLevel }),
    ...given,
    [metaKeys.protocolVersion]: modernVersion,
  }
}

function legacyMeta(given: Params | undefined): Params | undefined {
  if (given === undefined) return undefined
  const { protocolVersion, clientCapabilities, clientInfo, logLevel } = metaKeys
  if (given[protocolVersion] === undefined && given[clientCapabilities] === undefined) return given
  const rest = { ...given }
  for (const key of [protocolVersion, clientCapabilities, clientInfo, logLevel]) delete rest[key]
  return rest
}
