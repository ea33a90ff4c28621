/**
 * Finds the parts of a secret value that are secrets in themselves. They can appear alone: a log shows one line of a key
 * at a time, and an error may name only the password of a connection's URL.
 */
import { isObject } from '#contract/jsonRpc/jsonObject'
import { secretNamePattern } from '#contract/secretNames'
import { authSchemeOf } from '#engine/secrets/authScheme'

/**
 * All secret parts of a value, including the value itself. A part that is an ordinary word is only matched together
 * with the text beside it.
 */
export function secretPartsOf(value: string): string[] {
  const lines = value.split(/\r?\n/).map((line) => line.trim())
  const bare = lines.map((line) => line.slice(authSchemeOf(line).length))
  const written = [value, ...[...lines, ...bare].filter((part) => !part.startsWith('-----'))]
  return [...new Set([...written, ...bare.flatMap(credentialsIn), ...leavesOfJson(value)])]
}

function credentialsIn(line: string): string[] {
  if (line.length > maxComposite) return []
  return [...partsOfUrl(line), ...partsOfPairs(line), ...partsOfLogin(line)]
}

/** The length up to which a value is searched for parts. Longer values are keys or documents, not connections. */
const maxComposite = 8192
const urlPattern = /^[a-z][a-z0-9+.-]*:\/\/([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/is

function partsOfUrl(text: string): string[] {
  const [, place, query = '', fragment = ''] = urlPattern.exec(text) ?? []
  if (place === undefined) return []
  // Splits at the last `@`, because a password may contain an unescaped slash or `@`.
  const at = place.lastIndexOf('@')
  const [user, host] = at === -1 ? ['', place] : [place.slice(0, at), place.slice(at + 1)]
  const segments = host.split('/').slice(1).filter(looksRandom)
  return [...partsOfUser(user, host.split('/', 1)[0] ?? ''), ...segments, ...[query, fragment].flatMap(partsOfQuery)]
}

function partsOfUser(userinfo: string, host: string): string[] {
  const [, user = '', password = ''] = /^([^:]*):?([^]*)$/.exec(userinfo) ?? []
  const users = [user, decoded(user)].filter((name) => password === '' || looksRandom(name))
  const passwords = [password, decoded(password)].filter((one) => one !== '')
  const inContext = passwords.flatMap((one) => [`${user}:${one}`, `:${one}@${host}`])
  return [...users, ...passwords.filter((one) => !isWord(one)), ...inContext]
}

function partsOfQuery(query: string): string[] {
  return query.split(/[&;]/).flatMap((pair) => {
    const [name = '', ...rest] = pair.split('=')
    const value = rest.join('=')
    const parts = [value, decoded(value.replaceAll('+', ' '))]
    return secretNamePattern.test(name) ? inContextIfWord(parts, `${name}=`) : parts.filter(looksRandom)
  })
}

/** The secrets in `Server=db;Password=…`, `host=db password=…` or `session=…; theme=dark`. */
function partsOfPairs(text: string): string[] {
  const pairs = text.matchAll(/(?<![^;,&\s])([\w.-][\w .-]{0,63}?)\s{0,16}=\s*("[^"]*"|'[^']*'|\{[^}]*\}|[^;&\s]+)/g)
  return [...pairs].flatMap(([, name = '', value = '']) => {
    const bare = value.replace(/^(["'{])(.*)["'}]$/s, '$2')
    if (secretNamePattern.test(name)) return inContextIfWord([bare], `${name}=`)
    return looksRandom(bare) ? [bare] : []
  })
}

/** The password in `name:password`. */
function partsOfLogin(text: string): string[] {
  const [, password] = /^[^\s:/]+:([^\s/]\S*)$/.exec(text) ?? []
  return password === undefined || isWord(password) ? [] : [password]
}

function leavesOfJson(value: string): string[] {
  if (!/^\s*[{[]/.test(value)) return []
  try {
    return leavesOf(JSON.parse(value), '')
  } catch {
    return []
  }
}

function leavesOf(value: unknown, name: string): string[] {
  if (typeof value === 'string')
    return secretNamePattern.test(name) && !isWord(value) ? linesOf(value) : looksRandom(value) ? [value] : []
  if (Array.isArray(value)) return value.flatMap((inner) => leavesOf(inner, name))
  return isObject(value) ? Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, key)) : []
}

function linesOf(text: string): string[] {
  return [text, ...text.split(/\r?\n/).filter((line) => !line.startsWith('-----'))]
}

function inContextIfWord(parts: readonly string[], before: string): string[] {
  return parts.map((part) => (isWord(part) ? before + part : part))
}

/** Whether a password is an ordinary word, such as `postgres`, which occurs in many unrelated texts. */
function isWord(text: string): boolean {
  return /^[A-Z]?[a-z]{0,10}$|^[A-Z]{1,11}$/.test(text)
}

function looksRandom(text: string): boolean {
  return text.length >= 16 && /\d/.test(text) && /[a-z]/i.test(text) && /^[\w.~+/=%-]+$/.test(text)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
