/** Makes the slug of a server, or the name of a project in addresses, out of the name a person gave it. */
import { createHash } from 'node:crypto'

const longest = 24

/** Equal names and equal `taken` give equal slugs. Never one of `taken`. */
export function slugFor(name: string, taken: ReadonlySet<string>): string {
  return freeSlug(baseOf(name, 'server'), taken)
}

/** Two projects may have the same. */
export function projectSlug(name: string): string {
  return baseOf(name, 'project')
}

function freeSlug(base: string, taken: ReadonlySet<string>): string {
  let slug = base
  for (let number = 2; taken.has(slug); number += 1) slug = withSuffix(base, `-${number}`)
  return slug
}

function baseOf(name: string, nameless: string): string {
  // NFKD takes accents off their letters, which leaves the letters readable.
  const plain = name.normalize('NFKD').replace(/\p{M}+/gu, '')
  const readable = trimmed(plain.toLowerCase().replace(/[^a-z0-9]+/g, '-'))
  // What has letters of other scripts is told apart by a hash, or `сервер` and `сайт` would both be nothing.
  if (/[^\p{ASCII}]/u.test(plain.replace(/[\p{P}\p{S}\p{Z}]/gu, ''))) {
    const hash = createHash('sha256').update(name.normalize('NFC')).digest('hex').slice(0, 6)
    return withSuffix(readable === '' ? nameless : readable, `-${hash}`)
  }
  return readable === '' ? nameless : trimmed(readable.slice(0, longest))
}

function withSuffix(base: string, suffix: string): string {
  return trimmed(base.slice(0, longest - suffix.length)) + suffix
}

function trimmed(text: string): string {
  return text.replace(/^-+|(?<!-)-+$/g, '')
}
