/** The prompts of one scope, named by the same rules as tools. Pure. */
import { assignNames, type NameAssignment, type NamingRules } from '#engine/policies/naming'
import type { CheckedEntry } from '#engine/policies/listingChecks'
import { entryText, FrozenList } from '#engine/registry/frozenList'
import type { Scope } from '#engine/registry/scope'

export interface PromptServer {
  readonly slug: string
  readonly prompts: readonly CheckedEntry[]
}

/** One entry of one server: where requests for it go. */
export interface EntryRoute {
  readonly slug: string
  /** The name or the address that the server itself gave it. */
  readonly original: string
}

export interface PromptCatalog {
  readonly list: FrozenList
  readonly assignment: NameAssignment
  find(name: string): EntryRoute | undefined
}

export function buildPrompts(
  scope: Scope,
  servers: readonly PromptServer[],
  rules: NamingRules,
  previous?: NameAssignment,
): PromptCatalog {
  const offers = servers.flatMap(({ slug, prompts }) =>
    prompts.map((prompt) => ({ key: `${slug}/${prompt.key}`, owner: slug, name: prompt.key, prompt })),
  )
  const assignment: NameAssignment =
    scope.kind === 'server'
      ? { publicNames: new Map(offers.map(({ key, name }) => [key, name])), aliases: new Map(), clashes: new Map() }
      : assignNames(offers, rules, previous)
  const routes = new Map<string, EntryRoute>()
  const byKey = new Map<string, EntryRoute>()
  const texts = []
  for (const { key, owner, name, prompt } of offers) {
    const route: EntryRoute = { slug: owner, original: name }
    byKey.set(key, route)
    const publicName = assignment.publicNames.get(key)
    if (publicName === undefined) continue
    routes.set(publicName, route)
    const { definition } = prompt
    const meta = { ...definition._meta, 'switchboard/server': owner, 'switchboard/prompt': name }
    texts.push(entryText({ ...definition, name: publicName, _meta: meta }))
  }
  for (const [alias, key] of assignment.aliases) {
    const route = byKey.get(key)
    if (route !== undefined) routes.set(alias, route)
  }
  return { list: new FrozenList(texts), assignment, find: (name) => routes.get(name) }
}
