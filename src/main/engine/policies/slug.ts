/** Makes the slug of a server out of the name a person gave it. */
import { createHash } from 'node:crypto'

const longest = 24

/** Equal names and equal `taken` give equal slugs. Never one of `taken`. */
export function slugFor(name: string, taken: ReadonlySet<string>): string {
  const base = baseOf(name)
  let slug = base
  for (let number = 2; taken.has(slug); number += 1) slug = withSuffix(base, `-${number}`)
  return slug
}

function baseOf(name: string): string {
  // NFKD takes accents off their letters, which leaves the letters readable.
  const plain = name.normalize('NFKD').replace(/\p{M}+/gu, '')
  const readable = trimmed(plain.toLowerCase().replace(/[^a-z0-9]+/g, '-'))
  // What has letters of other scripts is told apart by a hash, or `сервер` and `сайт` would both be nothing.
  if (/[^\p{ASCII}]/u.test(plain.replace(/[\p{P}\p{S}\p{Z}]/gu, ''))) {
    const hash = createHash('sha256').update(name.normalize('NFC')).digest('hex').slice(0, 6)
    return withSuffix(readable === '' ? 'server' : readable, `-${hash}`)
  }
  return readable === '' ? 'server' : trimmed(readable.slice(0, longest))
}

function withSuffix(base: string, suffix: string): string {
  return trimmed(base.slice(0, longest - suffix.length)) + suffix
}

function trimmed(text: string): string {
  return text.replace(/^-+|-+$/g, '')
}
