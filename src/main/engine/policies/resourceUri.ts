/**
 * Converts between a server's resource URI and the public URI that also names the server. The original is appended
 * unchanged, so that nothing is lost. `ui://` stays `ui://`, because clients recognise the pages of MCP Apps by it.
 * Pure.
 */

export interface ServerUri {
  readonly slug: string
  readonly original: string
}

const publicForm = /^(resource|ui):\/\/([a-z0-9-]{1,24})\/([\s\S]*)$/

export function publicUri(slug: string, original: string): string {
  return `${original.startsWith('ui://') ? 'ui' : 'resource'}://${slug}/${original}`
}

/** Splits a public URI, or a template for such URIs. Null if it names no server. */
export function readPublicUri(uri: string): ServerUri | null {
  const [, scheme, slug, original] = publicForm.exec(uri) ?? []
  if (scheme === undefined || slug === undefined || original === undefined) return null
  // Accepts only URIs that `publicUri` would make, because a server may have similar URIs of its own.
  return publicUri(slug, original) === uri ? { slug, original } : null
}
