/** The HTTP headers in which a modern request repeats facts about its message. Pure. */
import { nameKeyOf } from '#contract/jsonRpc/carriedMethods'
import { fieldsOf } from '#contract/jsonRpc/jsonObject'
import { metaKeys, modernVersion } from '#engine/policies/protocolVersions'
import type { MessageFacts } from '#engine/connections/transport'
import { type ParameterHeader, readParameterHeaders } from '#engine/policies/parameterHeaders'

export type Headers = Readonly<Record<string, string>>

/** The parameters that each tool wants repeated in headers, by tool name. */
export type ParameterHeaders = ReadonlyMap<string, readonly ParameterHeader[]>

/** Whether this is a request of the modern era, in which each request names its protocol version. */
export function isModern(message: MessageFacts): boolean {
  return fieldsOf(fieldsOf(message.params)['_meta'])[metaKeys.protocolVersion] === modernVersion
}

export function modernHeaders(message: MessageFacts, parameters: ParameterHeaders): Headers {
  const params = fieldsOf(message.params)
  const name = nameKeyOf(message.method ?? '')
  const named = name === null ? undefined : params[name]
  const headers: Record<string, string> = {
    'mcp-protocol-version': modernVersion,
    'mcp-method': message.method ?? '',
    ...(typeof named === 'string' && { 'mcp-name': headerValue(named) }),
  }
  const declared = message.method === 'tools/call' ? parameters.get(String(named)) : undefined
  for (const { name: header, path } of declared ?? []) {
    const value = primitiveText(valueAt(params['arguments'], path))
    if (value !== null) headers[`mcp-param-${header.toLowerCase()}`] = headerValue(value)
  }
  return headers
}

const plain = /^[\t\x20-\x7e]+$/

/** Returns the text unchanged if an HTTP header can carry it, otherwise as base64 with a marker. */
export function headerValue(text: string): string {
  const isPlain = plain.test(text) && text === text.trim() && !(text.startsWith('=?base64?') && text.endsWith('?='))
  return isPlain ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`
}

/**
 * The headers that the listed tools declare. Tools whose declarations break the rules are left out: they are
 * quarantined anyway.
 */
export function parameterHeadersOf(tools: readonly unknown[]): ParameterHeaders {
  const byTool = new Map<string, readonly ParameterHeader[]>()
  for (const tool of tools) {
    const { name, inputSchema } = fieldsOf(tool)
    const { declared, fault } = readParameterHeaders(inputSchema)
    if (typeof name === 'string' && declared.length > 0 && fault === null) byTool.set(name, declared)
  }
  return byTool
}

function primitiveText(value: unknown): string | null {
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return String(value)
  return typeof value === 'number' &&
    (Number.isSafeInteger(value) || !Number.isInteger(value)) &&
    Number.isFinite(value)
    ? String(value)
    : null
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inside, key) => (Object.hasOwn(fieldsOf(inside), key) ? fieldsOf(inside)[key] : undefined),
    value,
  )
}
