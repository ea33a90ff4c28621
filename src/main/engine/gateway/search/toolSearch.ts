/** Answers calls to the three search tools. A call to another tool through them is passed on as a call to that tool. */
import { fieldsOf, isObject } from '#contract/jsonRpc/jsonObject'
import { shortText } from '#contract/text/shortText'
import type { ListReadiness } from '#engine/gateway/lists/listReadiness'
import type { GatewayViews } from '#engine/gateway/request/requestScope'
import type { Params } from '#contract/jsonRpc/messages'
import {
  callTool,
  describeTools,
  findTools,
  maxDescribed,
  maxFound,
  usuallyFound,
} from '#engine/gateway/search/searchTools'
import { inputBounds } from '#contract/inputBounds'
import { tooLong } from '#engine/policies/longInput'
import { type SearchedText, WordSearch } from '#engine/policies/wordSearch'
import type { CatalogView } from '#engine/registry/catalog/catalogView'
import type { ListedTool } from '#engine/registry/catalog/frozenList'
import type { Scope } from '#engine/registry/catalog/scope'
import type { CallResult } from '#engine/router/call'

/** The outcome: a result made here, or the params of a call to pass on. */
export type SearchedCall = { readonly result: CallResult } | { readonly params: Params }

const shortDescription = 200
const nameWeight = 4
const serverWeight = 2

interface ToolSearchParts {
  readonly views: GatewayViews
  readonly readiness: ListReadiness
}

export class ToolSearch {
  readonly #parts: ToolSearchParts
  readonly #indexes = new WeakMap<CatalogView, WordSearch<ListedTool>>()

  constructor(parts: ToolSearchParts) {
    this.#parts = parts
  }

  async take(scope: Scope, params: Params): Promise<SearchedCall> {
    const given = fieldsOf(params['arguments'])
    switch (params['name']) {
      case findTools:
        return { result: this.#find(await this.#view(scope), given) }
      case describeTools:
        return { result: describe(await this.#view(scope), given) }
      case callTool:
        return handedOn(params, given)
      default:
        return { params }
    }
  }

  async #view(scope: Scope): Promise<CatalogView | null> {
    await this.#parts.readiness.wait(scope)
    return this.#parts.views.view(scope)
  }

  #find(view: CatalogView | null, { query, limit = usuallyFound }: Params): CallResult {
    if (typeof query !== 'string') return failed('"query" must be a string.')
    const problem = tooLong('"query"', query, inputBounds.query)
    if (problem !== null) return failed(`${problem}.`)
    if (typeof limit !== 'number' || !(limit >= 1)) return failed('"limit" must be a number of at least 1.')
    const found = view === null ? [] : this.#index(view).find(query, Math.min(limit, maxFound))
    return succeeded({ tools: found.map(summary) })
  }

  #index(view: CatalogView): WordSearch<ListedTool> {
    let index = this.#indexes.get(view)
    if (index === undefined) this.#indexes.set(view, (index = new WordSearch(view.tools, textsOf)))
    return index
  }
}

function describe(view: CatalogView | null, { names }: Params): CallResult {
  if (!Array.isArray(names) || !names.every((name) => typeof name === 'string'))
    return failed('"names" must be a list of strings.')
  if (names.length > maxDescribed) return failed(`At most ${maxDescribed} tools can be described at once.`)
  if (names.some((name) => name.length > inputBounds.name))
    return failed(`A name may have at most ${inputBounds.name} characters.`)
  const listed = new Map((view?.tools ?? []).map((tool) => [tool.name, tool]))
  const tools = names.map((name) => listed.get(view?.find(name)?.publicName ?? name))
  const unknown = names.filter((_name, place) => tools[place] === undefined)
  if (unknown.length > 0) return failed(`Unknown tool: ${unknown.join(', ')}. Search for it with ${findTools}.`)
  return succeeded({ tools })
}

/** The params of the call to pass on. They keep the call's `_meta`, so that progress carries the caller's token. */
function handedOn(params: Params, { name, arguments: given }: Params): SearchedCall {
  if (typeof name !== 'string') return { result: failed('"name" must be a string.') }
  const problem = tooLong('"name"', name, inputBounds.name)
  if (problem !== null) return { result: failed(`${problem}.`) }
  if (given !== undefined && !isObject(given)) return { result: failed('"arguments" must be an object.') }
  return { params: { ...params, name, arguments: given ?? {} } }
}

function textsOf(tool: ListedTool): SearchedText[] {
  const { name, title, description, inputSchema } = tool
  const parameters = isObject(inputSchema) && fieldsOf(inputSchema['properties'])
  return [
    { text: `${name} ${textOf(title)}`, weight: nameWeight },
    { text: serverOf(tool), weight: serverWeight },
    { text: textOf(description), weight: 1 },
    { text: Object.keys(parameters).join(' '), weight: 1 },
  ]
}

function summary(tool: ListedTool) {
  return {
    name: tool.name,
    server: serverOf(tool),
    description: shortText(textOf(tool['description']), shortDescription),
  }
}

function serverOf({ _meta }: ListedTool): string {
  return isObject(_meta) ? textOf(_meta['switchboard/server']) : ''
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function succeeded(structuredContent: Record<string, unknown>): CallResult {
  return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent }
}

function failed(text: string): CallResult {
  return { content: [{ type: 'text', text }], isError: true }
}
