/**
 * The address of a resource among many servers, there and back. The original is appended as it is, so that nothing of it
 * can be lost; `ui://` stays `ui://`, because clients know the pages of MCP Apps by it. Pure.
 */

export interface ServerUri {
  readonly slug: string
  readonly original: string
}

const publicForm = /^(resource|ui):\/\/([a-z0-9-]{1,24})\/([\s\S]*)$/

export function publicUri(slug: string, original: string): string {
  return `${original.startsWith('ui://') ? 'ui' : 'resource'}://${slug}/${original}`
}

/** Null for an address that no server was put into. Templates are addresses, too. */
export function readPublicUri(uri: string): ServerUri | null {
  const [, scheme, slug, original] = publicForm.exec(uri) ?? []
  if (scheme === undefined || slug === undefined || original === undefined) return null
  // Only what `publicUri` would have made: a server may have addresses of its own that look alike.
  return publicUri(slug, original) === uri ? { slug, original } : null
}
