/** Finds clients' files at known places, reads them within limits, and recognises them by their contents. */
import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError, messageOf } from '#contract/errors'
import { type ClientContent, readContent } from '#engine/clients/clientLayout'
import type { KnownPlace } from '#engine/clients/knownPlaces'

/** The largest file that is read. No person writes that many servers, and reading more would block everything else. */
const maxBytes = 64 * 1024 * 1024

export interface ReadPlace {
  readonly place: KnownPlace
  readonly content: ClientContent | null
  readonly problem: string | null
}

/** The files that exist, in the order of the places. */
export async function readPlaces(places: readonly KnownPlace[]): Promise<ReadPlace[]> {
  return (await Promise.all((await realPlaces(places)).map(readPlace))).filter((one) => one !== null)
}

/** One place for each folder that matches a path part ending in `*`. */
export async function realPlaces(places: readonly KnownPlace[]): Promise<KnownPlace[]> {
  return (await Promise.all(places.map(expand))).flat()
}

/** Resolves the path part that ends in `*`. */
async function expand(place: KnownPlace): Promise<KnownPlace[]> {
  const [before, pattern, after] = /^(.*)[\\/]([^\\/]+)\*[\\/](.*)$/.exec(place.path)?.slice(1) ?? []
  if (before === undefined || pattern === undefined || after === undefined) return [place]
  const names = await readdir(before).catch(() => [])
  return names
    .filter((name) => name.startsWith(pattern))
    .sort()
    .map((name) => ({ ...place, path: join(before, name, after) }))
}

/** Reads the file at a place; null if it does not exist. */
async function readPlace(place: KnownPlace): Promise<ReadPlace | null> {
  try {
    const { size } = await stat(place.path)
    if (size > maxBytes) throw new AppError('INVALID_INPUT', `it is larger than ${maxBytes / 1024 / 1024} MB`)
    const text = await readFile(place.path, 'utf8')
    return { place, ...contentOf(text) }
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    return { place, content: null, problem: messageOf(thrown) }
  }
}

function contentOf(text: string): Pick<ReadPlace, 'content' | 'problem'> {
  // Some editors create such files empty.
  if (text.trim() === '') return { content: null, problem: null }
  try {
    return { content: readContent(text), problem: null }
  } catch (thrown) {
    return { content: null, problem: messageOf(thrown) }
  }
}

/** The consent covers only the servers, because some clients write other data to the same file all the time. */
export function consentTo(read: readonly ReadPlace[]): string {
  const seen = read.map(({ place, content, problem }) => [
    place.path,
    problem,
    content?.maps.map(({ servers }) => servers),
  ])
  return createHash('sha256').update(JSON.stringify(seen)).digest('base64url')
}
