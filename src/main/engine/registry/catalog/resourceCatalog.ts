/**
 * The resources and templates of one scope. Public URIs contain the server's slug, and `find` leads back to the
 * server's URI. Pure.
 */
import type { CheckedEntry } from '#engine/registry/servers/listingChecks'
import type { Undecided } from '#engine/registry/catalog/naming/nameAssignment'
import { ResourceOwners } from '#engine/registry/catalog/resourceOwner'
import { publicUri } from '#engine/policies/resourceUri'
import type { Unlisted } from '#engine/registry/catalog/catalogServer'
import { EntryTexts, FrozenList, FrozenPart } from '#engine/registry/catalog/frozenList'
import type { EntryRoute } from '#engine/registry/catalog/promptCatalog'
import type { Scope } from '#engine/registry/catalog/scope'

export interface ResourceServer {
  readonly slug: string
  readonly resources: readonly CheckedEntry[]
  readonly templates: readonly CheckedEntry[]
  readonly unlisted?: Unlisted | null
}

export interface ResourceCatalog {
  readonly list: FrozenList
  readonly templates: FrozenList
  /**
   * Finds the owner of a URI. The URI is public, or an original URI that exactly one server of the scope lists or has
   * a template for.
   */
  find(uri: string): EntryRoute | undefined
  /** Why the owner of an original URI is not known yet. Null if it is known, and for every public URI. */
  undecided(uri: string): Undecided | null
  /** The public form, in this scope, of a URI that came from the server `by`. */
  publicUri(uri: string, by: string): string
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
  const resources = servers.flatMap(({ slug, resources: own }) => own.map((entry) => listed(slug, entry, 'uri')))
  const templates = servers.flatMap(({ slug, templates: own }) =>
    own.map((entry) => listed(slug, entry, 'uriTemplate')),
  )
  const lists = {
    list: new FrozenList([new FrozenPart(resources)]),
    templates: new FrozenList([new FrozenPart(templates)]),
  }
  if (alone) return { ...lists, ...aloneAt(scope.slug, servers) }
  const owners = new ResourceOwners(
    servers.map(({ slug, resources: own, templates: ownTemplates }) => ({
      slug,
      uris: own.map(({ key }) => key),
      templates: ownTemplates.map(({ key }) => key),
    })),
  )
  return { ...lists, ...among(servers, owners) }
}

type Addresses = Pick<ResourceCatalog, 'find' | 'undecided' | 'publicUri'>

/** At a server's own address its URIs stay unchanged, and every URI belongs to it. */
function aloneAt(slug: string, servers: readonly ResourceServer[]): Addresses {
  return {
    find: (uri) => (servers.some((server) => server.slug === slug) ? { slug, original: uri } : undefined),
    undecided: () => null,
    publicUri: (uri) => uri,
  }
}

function among(servers: readonly ResourceServer[], owners: ResourceOwners): Addresses {
  const awaited = servers.filter(({ unlisted = null }) => unlisted !== null).map(({ slug }) => slug)
  return {
    find(uri) {
      const named = owners.named(uri)
      if (named !== null) return named
      const [owner, other] = owners.claimants(uri)
      return owner === undefined || other !== undefined ? undefined : { slug: owner, original: uri }
    },
    undecided(uri) {
      if (awaited.length === 0 || owners.named(uri) !== null) return null
      const [owner, other] = owners.claimants(uri)
      if (other !== undefined) return null
      return { awaited, otherwise: owner === undefined ? null : publicUri(owner, uri), isTheirs: false }
    },
    publicUri: (uri, by) => owners.publicUri(uri, by),
  }
}

function listedEntry(definition: CheckedEntry['definition'], field: string, uri: string, slug: string) {
  return { ...definition, [field]: uri, _meta: { ...definition._meta, 'switchboard/server': slug } }
}
