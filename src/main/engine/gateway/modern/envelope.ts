/**
 * Checks what every modern request must carry: `_meta` in the body, and headers that repeat parts of the body. Pure.
 */
import type { IncomingHttpHeaders } from 'node:http'
import { nameKeyOf } from '#contract/jsonRpc/carriedMethods'
import { isObject } from '#contract/jsonRpc/jsonObject'
import type { Params, JsonRpcError } from '#contract/jsonRpc/messages'
import { invalidParams } from '#contract/jsonRpc/errorCodes'
import { metaOf } from '#engine/gateway/request/protocolVersions'
import { metaKeys, modernVersion } from '#engine/policies/protocolVersions'

const headerMismatch = -32020
export const missingCapability = -32021
const unsupportedVersion = -32022

/** A request's first problem, in the specification's order; null if there is none. */
export function envelopeProblem(headers: IncomingHttpHeaders, method: string, params: Params): JsonRpcError | null {
  const headerVersion = headers['mcp-protocol-version']
  if (headerVersion === undefined) return mismatch('MCP-Protocol-Version is missing')
  const meta = metaOf(params)
  const version = meta?.[metaKeys.protocolVersion]
  if (typeof version !== 'string') return missing(metaKeys.protocolVersion)
  if (!isObject(meta?.[metaKeys.clientCapabilities])) return missing(metaKeys.clientCapabilities)
  if (headerVersion !== version) return mismatch('MCP-Protocol-Version is not the version named in _meta')
  if (version !== modernVersion) return unsupported(version)
  if (headers['mcp-method'] !== method) return mismatch('Mcp-Method is not the method of the body')
  const key = nameKeyOf(method)
  return key === null ? null : nameProblem(headers['mcp-name'], key, params[key])
}

/** The first problem of a request on a channel, which has no headers. */
export function metaProblem(params: Params): JsonRpcError | null {
  const meta = metaOf(params)
  const version = meta?.[metaKeys.protocolVersion]
  if (typeof version !== 'string') return missing(metaKeys.protocolVersion)
  if (!isObject(meta?.[metaKeys.clientCapabilities])) return missing(metaKeys.clientCapabilities)
  return version === modernVersion ? null : unsupported(version)
}

function nameProblem(header: string | string[] | undefined, key: string, name: unknown): JsonRpcError | null {
  if (typeof name !== 'string') return { code: invalidParams, message: `"${key}" must be a string` }
  if (header === name && isPlain(name)) return null
  if (typeof header !== 'string') return mismatch('Mcp-Name is missing')
  return decodeHeaderValue(header) === name ? null : mismatch(`Mcp-Name is not the ${key} in the body`)
}

const plain = /^[\t\x20-\x7e]*$/
const sentinel = /^=\?base64\?(.*)\?=$/
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

function isPlain(value: string): boolean {
  return plain.test(value) && !value.startsWith('=?base64?')
}

/** Decodes a header value. Null if the value is not allowed. */
export function decodeHeaderValue(value: string): string | null {
  if (!plain.test(value)) return null
  const encoded = sentinel.exec(value)?.[1]
  if (encoded === undefined) return value
  return base64.test(encoded) ? Buffer.from(encoded, 'base64').toString('utf8') : null
}

function missing(key: string): JsonRpcError {
  return { code: invalidParams, message: `Invalid params: _meta must contain "${key}"` }
}

export function mismatch(what: string): JsonRpcError {
  return { code: headerMismatch, message: `Header mismatch: ${what}` }
}

function unsupported(requested: string): JsonRpcError {
  return {
    code: unsupportedVersion,
    message: 'Unsupported protocol version',
    data: { supported: [modernVersion], requested },
  }
}
