/**
 * What a request asks for beyond its address: a project to stay in, and labels of servers to prefer. Both come in a
 * header or in `_meta`. A request without them costs two lookups. Pure.
 */
import type { IncomingHttpHeaders } from 'node:http'
import type { Params, JsonRpcError } from '#contract/jsonRpc/messages'
import { invalidParams } from '#contract/jsonRpc/errorCodes'
import { inputBounds } from '#contract/inputBounds'
import { tooLong } from '#engine/policies/longInput'
import type { Views } from '#engine/registry/catalog/catalogView'
import { projectOf, type Scope, withinProject } from '#engine/registry/catalog/scope'

/** What the gateway needs from the registry. */
export interface GatewayViews extends Views {
  /** Whether the server is switched on in the project. */
  isOnIn(slug: string, projectId: string): boolean
}

export interface Wishes {
  readonly scope: Scope
  readonly prefer: readonly string[] | undefined
}

const projectHeader = 'x-switchboard-project'
const preferHeader = 'x-switchboard-prefer'
const projectKey = 'switchboard/project'
const preferKey = 'switchboard/prefer'
const maxLabels = 32

/** `own`: the values of the address or the session, used where the request says nothing. */
export function wishesOf(
  own: Wishes,
  headers: IncomingHttpHeaders,
  meta: Params | undefined,
  views: GatewayViews,
): Wishes | JsonRpcError {
  const inHeader = headers[projectHeader]
  const inMeta = meta?.[projectKey]
  const wanted = meta?.[preferKey] ?? headers[preferHeader]
  if (inHeader === undefined && inMeta === undefined && wanted === undefined) return own
  let { scope } = own
  for (const name of [inHeader, inMeta]) {
    if (name === undefined) continue
    if (typeof name !== 'string') return wrong('The project must be a string.')
    const problem = tooLong('The project', name, inputBounds.id)
    if (problem !== null) return wrong(problem)
    const projectId = views.projectId(name)
    // A client that is bound to one project must not learn which other projects exist.
    if (scope.kind !== 'all' && (projectId === null || !isWithin(scope, projectId, views)))
      return wrong(`Project ${name} is not the project of this address or session.`)
    if (projectId === null) return wrong(`Unknown project: ${name}`)
    if (projectOf(scope) === null) scope = withinProject(scope, projectId)
  }
  if (wanted === undefined) return { ...own, scope }
  const prefer = labelsOf(wanted)
  if (prefer === null) return wrong('The preferred labels must be a list of strings.')
  const problem = prefer?.map((label) => tooLong('A label', label, inputBounds.label)).find((found) => found !== null)
  return problem === undefined ? { scope, prefer } : wrong(problem ?? '')
}

export function isRefused(wishes: Wishes | JsonRpcError): wishes is JsonRpcError {
  return 'code' in wishes
}

function isWithin(scope: Scope, projectId: string, views: GatewayViews): boolean {
  const only = projectOf(scope)
  if (only !== null) return only === projectId
  return scope.kind !== 'server' || views.isOnIn(scope.slug, projectId)
}

/** The labels in a header or in `_meta`. Undefined: none. Null: not a list of strings. */
function labelsOf(wanted: unknown): readonly string[] | undefined | null {
  const given: unknown = typeof wanted === 'string' ? wanted.split(',') : wanted
  if (!Array.isArray(given) || !given.every((label) => typeof label === 'string')) return null
  const labels = given.map((label) => label.trim()).filter((label) => label !== '')
  return labels.length === 0 ? undefined : labels.slice(0, maxLabels)
}

function wrong(message: string): JsonRpcError {
  return { code: invalidParams, message }
}
