/**
 * Checks whether a string may lead to a denied place, however it is written: in another case, encoding or spelling, by
 * a detour, or under another name for the same host or folder. In doubt the answer is yes. A relative path is checked
 * against every folder above the denied place. Pure.
 */
import { type AddressReading, addressReadings } from '#contract/places/addressReadings'
import { type PathReading, pathReadings } from '#contract/places/pathReadings'
import { spellingsOf } from '#contract/places/spellings'

interface Readings {
  readonly words: string
  readonly addresses: readonly AddressReading[]
  readonly paths: readonly PathReading[]
}

/** Longer strings are not parsed: no real path or URL is that long. One that looks like a place counts as denied. */
const maxLength = 32_768
const looksLikePlace = /^[\s\p{Cc}]*(?:[/\\~.%$]|[a-z][a-z0-9+.-]*:)/iu
/** Matches a place. All other strings are plain words. */
const isPlace = /[/\\]|^~|^[a-z]:$/i
const hasScheme = /^(?!file:)[a-z][a-z0-9+.-]+:/i
const isHostAlone = /^[^\s/\\@:]+\.[a-z]{2,}$/i
/** Stands for a character that is part of a name and has no other meaning. */
const inName = '\ufffd'
const homes = new Set(['home', 'users', 'root'])

/** `whole`: the denial means this one value, not everything that begins with it. */
export function mayReach(denied: string, text: string, whole: boolean): boolean {
  if (whole ? text === denied : text.startsWith(denied)) return true
  if (text.length > maxLength) return looksLikePlace.test(text) && isPlace.test(denied)
  const wanted = readingsOf(denied)
  return readingsOf(text).some((given) => wanted.some((one) => isAbout(one, given, denied, whole)))
}

function isAbout(denied: Readings, given: Readings, written: string, whole: boolean): boolean {
  if (whole ? given.words === denied.words : given.words.startsWith(denied.words)) return true
  const isHost = isPlace.test(written) || isHostAlone.test(written)
  if (isHost && denied.addresses.some((one) => given.addresses.some((other) => isUnder(one, other, whole)))) return true
  if (!isPlace.test(written) || hasScheme.test(written)) return false
  return denied.paths.some((one) => given.paths.some((other) => isWithin(one, other, whole)))
}

function readingsOf(text: string): Readings[] {
  // A C program reads up to the first NUL; another program may drop the NUL.
  const texts = spellingsOf(text).flatMap((one) => [one, one.split('\0', 1)[0] ?? ''])
  const clean = texts.flatMap((one) => [
    one.replaceAll(/\p{Cc}/gu, '').trim(),
    one.replaceAll(/\p{Cc}/gu, ' ').trim(),
    asNames(one),
  ])
  return [...new Set(clean)]
    .filter((one) => one !== '')
    .map((one) => ({
      words: one.replaceAll(/\s+/g, ' ').toLowerCase(),
      addresses: addressReadings(one),
      paths: pathReadings(one),
    }))
}

/** Except on Windows, blanks may belong to a name: two dots and a line break are a file, not the folder above. */
function asNames(text: string): string {
  const kept = text.trimEnd()
  const named = kept.length < text.length ? kept + inName : text
  return named.replaceAll(/\p{Cc}/gu, inName).trimStart()
}

function isUnder(denied: AddressReading, given: AddressReading, whole: boolean): boolean {
  if (denied.scheme !== '' && given.scheme !== '' && denied.scheme !== given.scheme) return false
  if (denied.port !== '' && denied.port !== given.port) return false
  if (given.host !== denied.host) return false
  if (!leads(denied.segments, given.segments, denied.isFolder, whole)) return false
  return denied.search === '' || given.search.startsWith(denied.search)
}

function isWithin(denied: PathReading, given: PathReading, whole: boolean): boolean {
  const [from, to] = [denied.segments, given.segments]
  const leadsOn = (names: readonly string[], others: readonly string[]) => leads(names, others, denied.isFolder, whole)
  const fromSomewhere = () => tails(from).some((tail) => leadsOn(tail, to))
  const toSomewhere = () => tails(to).some((tail) => leadsOn(from, tail))
  // The denied place is the whole disk, the home folder, or the server's working folder.
  const isAll = from.length === 0 && !whole
  if (denied.root === 'absolute') {
    if (given.root === 'absolute') return isSameDrive(denied, given) && leadsOn(from, to)
    return isAll || (given.root === 'home' && isAroundHome(from)) || fromSomewhere()
  }
  if (denied.root === given.root && (isAll || leadsOn(from, to))) return true
  if (isAll) return denied.root === 'home' && (given.root === 'relative' || isInHome(to))
  return toSomewhere() || (given.root === 'relative' && fromSomewhere())
}

function isSameDrive(one: PathReading, other: PathReading): boolean {
  const isGuess = one.isMount || other.isMount
  return one.drive === other.drive || (!isGuess && (one.drive === null || other.drive === null))
}

/** Whether the path is a home folder, or contains the home folders. */
function isAroundHome(segments: readonly string[]): boolean {
  return segments.length <= 2 && (segments.length === 0 || isInHome(segments))
}

function isInHome([first]: readonly string[]): boolean {
  return first !== undefined && homes.has(first)
}

/** For each name in the path, the path from that name on. */
function tails(segments: readonly string[]): string[][] {
  return segments.map((_segment, index) => segments.slice(index))
}

/** A prefix may end in the middle of a name, unless it is a folder. */
function leads(from: readonly string[], to: readonly string[], isFolder: boolean, whole: boolean): boolean {
  if (to.length < from.length || (whole && to.length !== from.length)) return false
  return from.every((name, index) => {
    const given = to[index] ?? ''
    const isLast = index === from.length - 1
    return isSameName(name, given) || (isLast && !isFolder && !whole && given.startsWith(name))
  })
}

/** Windows has a short name for each long name: `PROGRA~1`. */
function isSameName(name: string, given: string): boolean {
  if (name === given) return true
  const short = /^([^~]{1,6})~\d+(?:\.[^.]{0,3})?$/.exec(given)?.[1]
  return short !== undefined && name.replaceAll(/[\s.]/g, '').startsWith(short.replaceAll(/[\s.]/g, ''))
}
