/**
 * The requests that are routed to one server, and what the router needs to know about each of them: where the params
 * name the target, how they are addressed to the server, and which fields of the result are URIs. Everything else is
 * passed on unchanged.
 */
import { AppError } from '#contract/errors'
import type { CarriedMethod } from '#contract/jsonRpc/carriedMethods'
import type { Params } from '#contract/jsonRpc/messages'
import { fieldsOf } from '#contract/jsonRpc/jsonObject'
import type { Undecided } from '#engine/registry/catalog/naming/nameAssignment'
import { rewritePromptResult, rewriteReadResult, rewriteToolResult } from '#engine/registry/catalog/typedUris'
import type { CatalogView } from '#engine/registry/catalog/catalogView'
import type { EntryRoute } from '#engine/registry/catalog/promptCatalog'
import type { ToolRoute } from '#engine/registry/catalog/toolRoute'

interface MethodRule {
  find(view: CatalogView, params: Params): ToolRoute | undefined
  /** Why the target of these params is not known yet; null if it is known. */
  undecided(view: CatalogView, params: Params): Undecided | null
  /** The params for the server. `original`: the target's own name or URI. */
  address(params: Params, original: string): Params
  /** Replaces each URI in the result with what `rewrite` returns. */
  rewrite(result: Params, rewrite: (uri: string) => string): Params
  /** The target's name in the params. */
  nameIn(params: Params): string
  unknown(params: Params): AppError
}

/** Requests that name a resource, and whose result contains no URIs. */
const addressed: MethodRule = {
  find: (view, { uri }) => routeTo(view, view.resources.find(String(uri))),
  undecided: (view, { uri }) => view.resources.undecided(String(uri)),
  address: (params, uri) => ({ ...params, uri }),
  rewrite: (result) => result,
  nameIn: ({ uri }) => String(uri),
  unknown: ({ uri }) => unknownResource(uri),
}

const routedMethods = {
  'tools/call': {
    find: (view, { name }) => view.find(String(name)),
    undecided: (view, { name }) => view.undecided(String(name)),
    address: (params, name) => ({ ...params, name }),
    rewrite: rewriteToolResult,
    nameIn: ({ name }) => String(name),
    unknown: ({ name }) => new AppError('UNKNOWN_TOOL', `Unknown tool: ${String(name)}`),
  },
  'prompts/get': {
    find: (view, { name }) => routeTo(view, view.prompts.find(String(name))),
    undecided: (view, { name }) => view.prompts.undecided(String(name)),
    address: (params, name) => ({ ...params, name }),
    rewrite: rewritePromptResult,
    nameIn: ({ name }) => String(name),
    unknown: ({ name }) => new AppError('UNKNOWN_PROMPT', `Unknown prompt: ${String(name)}`),
  },
  'resources/read': {
    ...addressed,
    rewrite: rewriteReadResult,
  },
  'resources/subscribe': addressed,
  'resources/unsubscribe': addressed,
  'completion/complete': {
    find: (view, { ref }) => {
      const { type, name, uri } = fieldsOf(ref)
      return routeTo(view, type === 'ref/prompt' ? view.prompts.find(String(name)) : view.resources.find(String(uri)))
    },
    undecided: (view, { ref }) => {
      const { type, name, uri } = fieldsOf(ref)
      return type === 'ref/prompt' ? view.prompts.undecided(String(name)) : view.resources.undecided(String(uri))
    },
    address: (params, original) => {
      const ref = fieldsOf(params['ref'])
      return { ...params, ref: ref['type'] === 'ref/prompt' ? { ...ref, name: original } : { ...ref, uri: original } }
    },
    rewrite: (result) => result,
    nameIn: ({ ref }) => {
      const { type, name, uri } = fieldsOf(ref)
      return String(type === 'ref/prompt' ? name : uri)
    },
    unknown: ({ ref }) => {
      const { type, name, uri } = fieldsOf(ref)
      return type === 'ref/prompt'
        ? new AppError('UNKNOWN_PROMPT', `Unknown prompt: ${String(name)}`)
        : unknownResource(uri)
    },
  },
} satisfies Record<CarriedMethod | 'resources/subscribe' | 'resources/unsubscribe', MethodRule>

/** Requests without a target: they go unchanged to the scope's only server. */
const direct: MethodRule = {
  find: (view) => {
    if (view.scope.kind !== 'server') return undefined
    const { slug } = view.scope
    return { publicName: slug, members: [{ slug, original: slug, pairId: view.pairOf(slug) }], group: null }
  },
  undecided: () => null,
  address: (params) => params,
  rewrite: (result) => result,
  nameIn: () => 'its server',
  unknown: () => new AppError('NOT_FOUND', 'The server was removed or is switched off.'),
}

const rules = Object.assign(Object.create(null), routedMethods) as Readonly<Record<string, MethodRule | undefined>>

export function ruleOf(method: string): MethodRule {
  return rules[method] ?? direct
}

export function unknownResource(uri: unknown): AppError {
  return new AppError('UNKNOWN_RESOURCE', `Unknown resource: ${String(uri)}`)
}

function routeTo(view: CatalogView, route: EntryRoute | undefined): ToolRoute | undefined {
  if (route === undefined) return undefined
  const { slug, original } = route
  return { publicName: original, members: [{ slug, original, pairId: view.pairOf(slug) }], group: null }
}
