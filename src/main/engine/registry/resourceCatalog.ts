/** The resources and templates of one scope, with the server in their addresses, and the way back. Pure. */
import { publicUri, readPublicUri } from '#engine/policies/resourceUri'
import type { CheckedEntry } from '#engine/policies/listingChecks'
import { matchesTemplate } from '#engine/policies/uriTemplate'
import { entryText, FrozenList } from '#engine/registry/frozenList'
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

export function buildResources(scope: Scope, servers: readonly ResourceServer[]): ResourceCatalog {
  const alone = scope.kind === 'server'
  const slugs = new Set(servers.map(({ slug }) => slug))
  const owners = new Map<string, string[]>()
  const resources = []
  const templates = []
  for (const { slug, resources: own, templates: ownTemplates } of servers) {
    for (const { key, definition } of own) {
      resources.push(entryText(listed(definition, 'uri', alone ? key : publicUri(slug, key), slug)))
      const known = owners.get(key)
      if (known === undefined) owners.set(key, [slug])
      else known.push(slug)
    }
    for (const { key, definition } of ownTemplates)
      templates.push(entryText(listed(definition, 'uriTemplate', alone ? key : publicUri(slug, key), slug)))
  }
  return {
    list: new FrozenList(resources),
    templates: new FrozenList(templates),
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

function listed(definition: CheckedEntry['definition'], field: string, uri: string, slug: string) {
  return { ...definition, [field]: uri, _meta: { ...definition._meta, 'switchboard/server': slug } }
}
