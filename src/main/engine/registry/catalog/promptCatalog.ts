/** The prompts of one scope, named by the same rules as tools. Pure. */
import {
  assignNames,
  type Undecided,
  type NameAssignment,
  ownNames,
} from '#engine/registry/catalog/naming/nameAssignment'
import type { PendingOwner } from '#engine/registry/catalog/naming/nameClaims'
import { couldBeOf, nameForms, type NamingRules } from '#engine/registry/catalog/naming/naming'
import type { Unlisted } from '#engine/registry/catalog/catalogServer'
import type { CheckedEntry } from '#engine/registry/servers/listingChecks'
import { EntryTexts, FrozenList, FrozenPart, type ListedEntry } from '#engine/registry/catalog/frozenList'
import type { Scope } from '#engine/registry/catalog/scope'

export interface PromptServer {
  readonly slug: string
  readonly prompts: readonly CheckedEntry[]
  readonly unlisted?: Unlisted | null
}

/** The server to which requests for a prompt or resource go, and the original name or URI there. */
export interface EntryRoute {
  readonly slug: string
  /** The name or URI that the server itself uses. */
  readonly original: string
}

export interface PromptCatalog {
  readonly list: FrozenList
  readonly assignment: NameAssignment
  find(name: string): EntryRoute | undefined
  /** Why the meaning of a name is not known yet; null if it is known. */
  undecided(name: string): Undecided | null
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
  const pending = pendingOwners(scope, servers, rules)
  const assignment = scope.kind === 'server' ? ownNames(things, pending) : assignNames(things, rules, pending, previous)
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
    undecided: (name) => assignment.undecided(name),
  }
}

/** Servers that have not listed their prompts yet. */
function pendingOwners(scope: Scope, servers: readonly PromptServer[], rules: NamingRules): PendingOwner[] {
  let from = 0
  return servers.flatMap(({ slug, prompts, unlisted = null }) => {
    const place = from
    from += prompts.length
    if (unlisted === null) return []
    const couldQualify = scope.kind === 'server' ? () => false : couldBeOf(slug, rules)
    return [{ slug, from: place, to: from, couldQualify }]
  })
}

function listedPrompt({ definition }: CheckedEntry, name: string, { slug, original }: EntryRoute): ListedEntry {
  const _meta = { ...definition._meta, 'switchboard/server': slug, 'switchboard/prompt': original }
  return { ...definition, name, _meta }
}
