/** The prompts of one scope, named by the same rules as tools. Pure. */
import { assignNames, type NameAssignment, ownNames } from '#engine/policies/nameAssignment'
import { nameForms, type NamingRules } from '#engine/policies/naming'
import type { CheckedEntry } from '#engine/policies/listingChecks'
import { EntryTexts, FrozenList, FrozenPart, type ListedEntry } from '#engine/registry/frozenList'
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
  texts = new EntryTexts(),
): PromptCatalog {
  const forms = nameForms(rules)
  const offers = servers.flatMap(({ slug, prompts }) =>
    prompts.map((prompt) => {
      const thing = { key: `${slug}/${prompt.key}`, name: prompt.key, ...forms(slug, prompt.key) }
      return { thing, route: { slug, original: prompt.key }, prompt }
    }),
  )
  const things = offers.map(({ thing }) => thing)
  const assignment = scope.kind === 'server' ? ownNames(things) : assignNames(things, rules, previous)
  const listed = []
  for (const [place, { route, prompt }] of offers.entries()) {
    const publicName = assignment.names[place]
    if (publicName === undefined) continue
    listed.push(
      texts.of(prompt.definition, `${route.slug} ${publicName}`, () => listedPrompt(prompt, publicName, route)),
    )
  }
  return {
    list: new FrozenList([new FrozenPart(listed)]),
    assignment,
    find: (name) => offers[assignment.placeOf(name) ?? -1]?.route,
  }
}

function listedPrompt({ definition }: CheckedEntry, name: string, { slug, original }: EntryRoute): ListedEntry {
  const _meta = { ...definition._meta, 'switchboard/server': slug, 'switchboard/prompt': original }
  return { ...definition, name, _meta }
}
