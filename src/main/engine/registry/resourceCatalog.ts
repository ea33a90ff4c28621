/** The resources and templates of one scope, with the server in their addresses, and the way back. Pure. */
import { publicUri, readPublicUri } from '#engine/policies/resourceUri'
import type { CheckedEntry } from '#engine/policies/listingChecks'
import { matchesTemplate } from '#engine/policies/uriTemplate'
import { EntryTexts, FrozenList, FrozenPart } from '#engine/registry/frozenList'
import type { EntryRoute } from '#engine/registry/promptCatalog'
import type { Scope } from '#engine/registry/scope'

export interface ResourceServer {
  readonly slug: string
  readonly resources: readonly CheckedEntry[]
  readonly templates: readonly CheckedEntry[]
}

export interface ResourceCatalog {
  readonly list: FrozenList
  readonly templates: FrozenList
  /** Where an address leads: the public form, or an original that exactly one server of the scope lists or has a template of. */
  find(uri: string): EntryRoute | undefined
}

export function buildResources(
  scope: Scope,
  servers: readonly ResourceServer[],
  texts = new EntryTexts(),
): ResourceCatalog {
  const alone = scope.kind === 'server'
  const listed = (slug: string, { key, definition }: CheckedEntry, field: string) => {
    const uri = alone ? key : publicUri(slug, key)
    return texts.of(definition, `${slug} ${field} ${uri}`, () => listedEntry(definition, field, uri, slug))
  }
  const slugs = new Set(servers.map(({ slug }) => slug))
  const owners = new Map<string, string[]>()
  const resources = []
  const templates = []
  for (const { slug, resources: own, templates: ownTemplates } of servers) {
    for (const entry of own) {
      const { key } = entry
      resources.push(listed(slug, entry, 'uri'))
      const known = owners.get(key)
      if (known === undefined) owners.set(key, [slug])
      else known.push(slug)
    }
    for (const entry of ownTemplates) templates.push(listed(slug, entry, 'uriTemplate'))
  }
  return {
    list: new FrozenList([new FrozenPart(resources)]),
    templates: new FrozenList([new FrozenPart(templates)]),
    find: (uri) => {
      if (scope.kind === 'server') return slugs.has(scope.slug) ? { slug: scope.slug, original: uri } : undefined
      const read = readPublicUri(uri)
      if (read !== null && slugs.has(read.slug)) return read
      const [owner, other] = owners.get(uri) ?? ownersByTemplate(servers, uri)
      return owner === undefined || other !== undefined ? undefined : { slug: owner, original: uri }
    },
  }
}

/** A reference to a template names the template itself. */
function ownersByTemplate(servers: readonly ResourceServer[], uri: string): string[] {
  const has = ({ templates }: ResourceServer) => templates.some(({ key }) => key === uri || matchesTemplate(key, uri))
  return servers.filter(has).map(({ slug }) => slug)
}

function listedEntry(definition: CheckedEntry['definition'], field: string, uri: string, slug: string) {
  return { ...definition, [field]: uri, _meta: { ...definition._meta, 'switchboard/server': slug } }
}
