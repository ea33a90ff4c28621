/** Derives a server's slug, or a project's name in addresses, from the name that a person chose. */
import { createHash } from 'node:crypto'

const maxSlugLength = 24

/** A free slug for a server's name. The same name and the same `taken` give the same slug, never one of `taken`. */
export function slugFor(name: string, taken: ReadonlySet<string>): string {
  return freeSlug(baseOf(name, 'server'), taken)
}

/** The slug of a project's name. Two projects may have the same one. */
export function projectSlug(name: string): string {
  return baseOf(name, 'project')
}

function freeSlug(base: string, taken: ReadonlySet<string>): string {
  let slug = base
  for (let number = 2; taken.has(slug); number += 1) slug = withSuffix(base, `-${number}`)
  return slug
}

function baseOf(name: string, nameless: string): string {
  // NFKD separates accents from letters, so that the letters stay readable.
  const plain = name.normalize('NFKD').replace(/\p{M}+/gu, '')
  const readable = trimmed(plain.toLowerCase().replace(/[^a-z0-9]+/g, '-'))
  // Names in other scripts get a hash. Otherwise `сервер` and `сайт` would both give an empty slug.
  if (/[^\p{ASCII}]/u.test(plain.replace(/[\p{P}\p{S}\p{Z}]/gu, ''))) {
    const hash = createHash('sha256').update(name.normalize('NFC')).digest('hex').slice(0, 6)
    return withSuffix(readable === '' ? nameless : readable, `-${hash}`)
  }
  return readable === '' ? nameless : trimmed(readable.slice(0, maxSlugLength))
}

function withSuffix(base: string, suffix: string): string {
  return trimmed(base.slice(0, maxSlugLength - suffix.length)) + suffix
}

function trimmed(text: string): string {
  return text.replace(/^-+|(?<!-)-+$/g, '')
}
