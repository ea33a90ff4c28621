/**
 * Checks whether a string stays within an allowed beginning, so that what opens is what the person read. In doubt the
 * answer is no, and a person is asked. Symbolic links are not checked, because only the server resolves them. Pure.
 */
import { parsedAddress } from '#contract/places/addressReadings'
import { isClimb } from '#contract/places/pathReadings'
import { spellingsOf } from '#contract/places/spellings'

/** What ends a word in an address, in a path (where `?` and `#` are part of names), and in a line of words. */
const endOfSegment = /^[/\\?#]/
const endOfName = /^[/\\]/
const endOfWord = /^[\s/\\?#]/
const isAddress = /^(?:[a-z][a-z0-9+.-]+:(?:[/\\]|$)|(?:https?|wss?|ftp|file):)/i
/** Characters that begin a second command in a shell or a database, or end a string early. */
const breaksOut = /[\p{Cc};&|<>$`]/u
/** Some programs treat an encoded separator as a separator, others as part of a name. */
const encodedSeparator = /%2f|%5c|%25(?:25)*(?:2e|2f|5c)/i
/** Before the path begins, some programs take the text after an `@` for the host. */
const secondHost = /^[\\?#][^/]*@/
const leadingClimbs = /^(?:\.{1,2}[/\\]+)+/
const maxLength = 65_536

/** `/srv/data` allows `/srv/data/one`, but neither `/srv/database` nor `/srv/data/../other`. */
export function staysWithin(beginning: string, text: string): boolean {
  if (text === beginning) return true
  if (!text.startsWith(beginning) || text.length > maxLength) return false
  const rest = text.slice(beginning.length)
  const isPlace = /[/\\]/.test(beginning)
  const end = isAddress.test(beginning) ? endOfSegment : isPlace ? endOfName : endOfWord
  const wordEnds = /[/\\?#\s]$/.test(beginning) || end.test(rest)
  if (!wordEnds || breaksOut.test(rest) || encodedSeparator.test(rest) || secondHost.test(rest)) return false
  // Some programs treat a backslash as a separator, others as part of the name.
  const isOfWindows = beginning.includes('\\') || /^[a-z]:/i.test(beginning)
  if (!isOfWindows && (isPlace ? /\\/ : /^\S*\\/).test(rest)) return false
  const climbs = isPlace ? isClimb : (name: string) => name === '..'
  const isPlain = (one: string) => !one.includes('\0') && !one.split(/[/\\?#]/).some(climbs)
  if (!spellingsOf(text.replace(leadingClimbs, '')).every(isPlain)) return false
  return !isAddress.test(beginning) || isBelow(beginning, text)
}

/** Whether a URL has the same origin and user, and the same path or one below it, by the URL standard. */
function isBelow(beginning: string, text: string): boolean {
  if (/[\\\s]/.test(text)) return false
  const [upper, lower] = [parsedAddress(beginning), parsedAddress(text)]
  if (upper === null || lower === null) return false
  const isSame = (['protocol', 'username', 'password', 'hostname', 'port'] as const).every(
    (part) => upper[part] === lower[part],
  )
  if (!isSame) return false
  if (upper.search !== '') return lower.pathname === upper.pathname && lower.search.startsWith(upper.search)
  const folder = upper.pathname.replace(/\/$/, '')
  return lower.pathname === upper.pathname || lower.pathname.startsWith(`${folder}/`) || lower.pathname === folder
}
