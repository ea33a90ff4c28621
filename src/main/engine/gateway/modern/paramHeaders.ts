/**
 * Checks parameters that a tool wants repeated in headers (`x-mcp-header` in its input schema), so that proxies can
 * route by them. MCP requires a check that header and body are the same.
 */
import type { IncomingHttpHeaders } from 'node:http'
import { isObject } from '#contract/jsonRpc/jsonObject'
import type { Params, JsonRpcError } from '#contract/jsonRpc/messages'
import { decodeHeaderValue, mismatch } from '#engine/gateway/modern/envelope'
import { nestsTooDeep } from '#engine/policies/nesting'
import { parameterHeaderAnnotation, readParameterHeaders } from '#engine/policies/parameterHeaders'
import type { CatalogView } from '#engine/registry/catalog/catalogView'

export interface ParamHeader {
  /** The header's name in lower case, as Node gives it. */
  readonly name: string
  /** The parameter's path in the arguments. */
  readonly path: readonly string[]
}

/**
 * The headers that a schema declares. None if the schema breaks the rules, because clients must not use such a tool.
 */
export function paramHeadersOf(schema: unknown): ParamHeader[] {
  if (nestsTooDeep(schema)) return []
  const { declared, fault } = readParameterHeaders(schema)
  return fault === null ? declared.map(({ name, path }) => ({ name: `mcp-param-${name.toLowerCase()}`, path })) : []
}

export function paramHeaderProblem(
  declared: readonly ParamHeader[],
  headers: IncomingHttpHeaders,
  given: unknown,
): JsonRpcError | null {
  for (const { name, path } of declared) {
    const header = headers[name]
    const value = valueAt(given, path)
    if (value === undefined || value === null) {
      if (header !== undefined) return mismatch(`${name} has no parameter in the body`)
    } else if (header === undefined) return mismatch(`${name} is missing`)
    else if (typeof header !== 'string' || !says(header, value)) {
      return mismatch(`${name} is not the parameter in the body`)
    }
  }
  return null
}

function says(header: string, value: unknown): boolean {
  const said = decodeHeaderValue(header)
  if (said === null) return false
  if (typeof value === 'number') return said.trim() !== '' && Number(said) === value
  return (typeof value === 'string' || typeof value === 'boolean') && said === String(value)
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  let here = value
  for (const key of path) {
    if (!isObject(here) || !Object.hasOwn(here, key)) return undefined
    here = here[key]
  }
  return here
}

type Declared = ReadonlyMap<string, readonly ParamHeader[]>
const none: Declared = new Map()

/** The headers that a view's tools declare, read once per view. */
export class ParamHeaders {
  readonly #byView = new WeakMap<CatalogView, Declared>()

  problem(view: CatalogView, headers: IncomingHttpHeaders, params: Params): JsonRpcError | null {
    const declared = this.#declaredIn(view)
    if (declared.size === 0) return null
    const name = view.find(String(params['name']))?.publicName
    const wanted = name === undefined ? undefined : declared.get(name)
    return wanted === undefined ? null : paramHeaderProblem(wanted, headers, params['arguments'])
  }

  #declaredIn(view: CatalogView): Declared {
    let declared = this.#byView.get(view)
    if (declared === undefined) {
      declared = view.toolsJson.includes(`"${parameterHeaderAnnotation}"`) ? readAll(view) : none
      this.#byView.set(view, declared)
    }
    return declared
  }
}

function readAll(view: CatalogView): Declared {
  return new Map(
    view.tools
      .map((tool) => [tool.name, paramHeadersOf(tool['inputSchema'])] as const)
      .filter(([, headers]) => headers.length > 0),
  )
}
