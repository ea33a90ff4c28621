/**
 * Decides whether a URI may come from a template (RFC 6570). The result is used only to find the URI's server, so the
 * match is generous: the server decides about the values of variables. Templates come from servers, so the time is
 * limited: a match reads both strings at most once per literal.
 */

interface Piece {
  /**
   * What the variable before the literal may contain. `segment`: no slash. `anything`: also slashes. `optional`: may
   * also be empty.
   */
  readonly gap: 'none' | 'segment' | 'anything' | 'optional'
  readonly literal: string
}

const expression = /\{([+#./;?&]?)[^{}]*\}/g
const gaps: Readonly<Record<string, Piece['gap'] | undefined>> = {
  '': 'segment',
  '+': 'anything',
  '#': 'optional',
  '.': 'optional',
  '/': 'optional',
  ';': 'optional',
  '?': 'optional',
  '&': 'optional',
}

/** Parses the template once, for many URIs. */
export function templateMatcher(template: string): (uri: string) => boolean {
  const pieces = piecesOf(template)
  return (uri) => matches(pieces, uri)
}

function matches(pieces: readonly Piece[], uri: string): boolean {
  let at = 0
  for (const [place, { gap, literal }] of pieces.entries()) {
    // The last literal must be at the end, however often it occurs before.
    const isLast = place === pieces.length - 1
    const found = isLast ? lastPlace(uri, literal, at) : uri.indexOf(literal, at)
    if (found === -1 || !fits(gap, uri.slice(at, found))) return false
    at = found + literal.length
  }
  return at === uri.length
}

function lastPlace(uri: string, literal: string, from: number): number {
  const place = uri.length - literal.length
  return place >= from && uri.endsWith(literal) ? place : -1
}

function fits(gap: Piece['gap'], held: string): boolean {
  switch (gap) {
    case 'none':
      return held === ''
    case 'segment':
      return held !== '' && !/[/?#]/.test(held)
    case 'anything':
      return held !== ''
    case 'optional':
      return true
  }
}

function piecesOf(template: string): Piece[] {
  const pieces: Piece[] = []
  let gap: Piece['gap'] = 'none'
  let from = 0
  for (const match of template.matchAll(expression)) {
    const literal = template.slice(from, match.index)
    const followsAnother = literal === '' && pieces.length > 0
    if (!followsAnother) pieces.push({ gap, literal })
    gap = followsAnother ? 'anything' : (gaps[match[1] ?? ''] ?? 'anything')
    from = match.index + match[0].length
  }
  pieces.push({ gap, literal: template.slice(from) })
  return pieces
}
