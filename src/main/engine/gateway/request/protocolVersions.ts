/** Finds a request's protocol version and era. Pure. */
import { isObject } from '#contract/jsonRpc/jsonObject'
import type { ProtocolEra } from '#contract/servers/server'
import type { Params } from '#contract/jsonRpc/messages'
import { legacyVersions, metaKeys, modernVersion, newestLegacyVersion } from '#engine/policies/protocolVersions'

export function isLegacyVersion(version: string): boolean {
  return legacyVersions.has(version)
}

/** The version for the answer to `initialize`: the requested one if it is supported, otherwise the newest. */
export function negotiate(requested: string): string {
  return legacyVersions.has(requested) ? requested : newestLegacyVersion
}

const datedVersion = /^\d{4}-\d{2}-\d{2}$/

/** Whether a header names a modern version, including versions that do not exist yet. */
export function isModernVersion(version: string | undefined): boolean {
  return version !== undefined && (version === modernVersion || (version > modernVersion && datedVersion.test(version)))
}

/** A request is modern if its `_meta` names a version, or if its header names a version that no legacy client sends. */
export function eraOf(headerVersion: string | undefined, message: unknown): ProtocolEra {
  if (isModernVersion(headerVersion)) return 'modern'
  if (!isObject(message)) return 'legacy'
  return metaOf(message['params'])?.[metaKeys.protocolVersion] === undefined ? 'legacy' : 'modern'
}

export function metaOf(params: unknown): Params | undefined {
  if (!isObject(params)) return undefined
  const meta = params['_meta']
  return isObject(meta) ? meta : undefined
}
