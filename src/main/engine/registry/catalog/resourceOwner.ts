/**
 * Decides which server a URI belongs to, based on the listings of the servers in one scope. A URI in a result may
 * belong to a server other than the one that returned the result. Pure.
 */
import { publicUri, readPublicUri, type ServerUri } from '#engine/policies/resourceUri'
import { templateMatcher } from '#engine/policies/uriTemplate'

export interface AddressedServer {
  readonly slug: string
  readonly uris: readonly string[]
  readonly templates: readonly string[]
}

interface OwnedTemplate {
  readonly slug: string
  readonly template: string
  readonly matches: (uri: string) => boolean
}

const nobody: readonly string[] = []

export class ResourceOwners {
  readonly #slugs: ReadonlySet<string>
  readonly #listed = new Map<string, string[]>()
  readonly #given: readonly AddressedServer[]
  #templates: readonly OwnedTemplate[] | null = null

  constructor(servers: readonly AddressedServer[]) {
    this.#given = servers.filter(({ templates }) => templates.length > 0)
    this.#slugs = new Set(servers.map(({ slug }) => slug))
    for (const { slug, uris } of servers)
      for (const uri of uris) {
        const known = this.#listed.get(uri)
        if (known === undefined) this.#listed.set(uri, [slug])
        else known.push(slug)
      }
  }

  /** The server that a public URI names; null if the URI is not public in this scope. */
  named(uri: string): ServerUri | null {
    const read = readPublicUri(uri)
    return read !== null && this.#slugs.has(read.slug) ? read : null
  }

  /** All servers that list this URI, or if none does, those with a matching template. */
  claimants(uri: string): readonly string[] {
    return this.#listed.get(uri) ?? this.#withTemplate(uri)
  }

  /** The public form of a URI that came from the server `by`. */
  publicUri(uri: string, by: string): string {
    const listed = this.#listed.get(uri) ?? nobody
    if (listed.includes(by)) return publicUri(by, uri)
    if (this.named(uri) !== null) return uri
    return publicUri(only(listed) ?? this.#ownerByTemplate(uri, by, listed) ?? by, uri)
  }

  #ownerByTemplate(uri: string, by: string, listed: readonly string[]): string | undefined {
    if (listed.length > 0) return undefined
    const owners = this.#withTemplate(uri)
    return owners.includes(by) ? by : only(owners)
  }

  #withTemplate(uri: string): readonly string[] {
    this.#templates ??= this.#given.flatMap(({ slug, templates }) =>
      templates.map((template) => ({ slug, template, matches: templateMatcher(template) })),
    )
    // A reference to a template may be the template text itself.
    const found = this.#templates.filter(({ template, matches }) => template === uri || matches(uri))
    return found.length === 0 ? nobody : [...new Set(found.map(({ slug }) => slug))]
  }
}

/** Returns undefined unless exactly one server claims the URI. */
function only(slugs: readonly string[]): string | undefined {
  return slugs.length === 1 ? slugs[0] : undefined
}
