/** Remembers which lists a client knows, so that each change is announced to it once. */
import { searchToolsHash } from '#engine/gateway/search/searchTools'
import type { CatalogView } from '#engine/registry/catalog/catalogView'
import { FrozenList } from '#engine/registry/catalog/frozenList'
import type { Scope } from '#engine/registry/catalog/scope'

export const listKinds = ['tools', 'prompts', 'resources', 'templates'] as const
export type ListKind = (typeof listKinds)[number]

export type ListHashes = Readonly<Record<ListKind, string>>

/**
 * The current hashes of a scope's lists. `search`: for clients that see only the search tools. Undefined: the scope is
 * gone.
 */
export type HashesOf = (scope: Scope, search: boolean) => ListHashes | undefined

/** One notification covers resources and their templates. */
const changeMethods: Readonly<Record<ListKind, string>> = {
  tools: 'notifications/tools/list_changed',
  prompts: 'notifications/prompts/list_changed',
  resources: 'notifications/resources/list_changed',
  templates: 'notifications/resources/list_changed',
}

const empty = new FrozenList([]).hash
/** The lists of a scope that is gone. */
export const noLists: ListHashes = { tools: empty, prompts: empty, resources: empty, templates: empty }

const nothing: ReadonlySet<string> = new Set()

const hashesByView = new WeakMap<CatalogView, ListHashes>()
const searchedByView = new WeakMap<CatalogView, ListHashes>()

/**
 * The hashes of a view's lists, as one object that all users of the view share. `search`: the client sees only the
 * three search tools.
 */
export function listHashes(view: CatalogView, search: boolean): ListHashes {
  const known = search ? searchedByView : hashesByView
  let hashes = known.get(view)
  if (hashes === undefined) {
    const { prompts, resources } = view
    hashes = {
      tools: search ? searchToolsHash : view.hash,
      prompts: prompts.list.hash,
      resources: resources.list.hash,
      templates: resources.templates.hash,
    }
    known.set(view, hashes)
  }
  return hashes
}

export class KnownLists {
  #known: ListHashes

  constructor(hashes: ListHashes) {
    this.#known = hashes
  }

  /** Notes that the client has this list, or was notified that it changed. */
  know(kind: ListKind, hashes: ListHashes): void {
    if (this.#known === hashes || this.#known[kind] === hashes[kind]) return
    const known = { ...this.#known, [kind]: hashes[kind] }
    this.#known = listKinds.every((each) => known[each] === hashes[each]) ? hashes : known
  }

  /** Returns the notifications to send now. From then on, the client counts as knowing these lists. */
  takeNews(hashes: ListHashes, isWanted: (kind: ListKind) => boolean): ReadonlySet<string> {
    if (this.#known === hashes) return nothing
    const news = new Set<string>()
    for (const kind of listKinds) {
      if (this.#known[kind] === hashes[kind] || !isWanted(kind)) continue
      this.know(kind, hashes)
      news.add(changeMethods[kind])
    }
    return news
  }
}
