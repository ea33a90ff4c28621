/**
 * Finds what in a launch is a secret by the name beside it: variables, headers, options and assignments among the
 * arguments, parameters of an address, and what stands before its host. Pure.
 */
import type { Launch } from '#contract/server'
import { secretNamePattern } from '#engine/secrets/redaction'
import { isLiteral, withNamedValues } from '#engine/secrets/references'

export interface PlacedSecret {
  /** Where in the launch; no two are in one place. */
  readonly place: string
  /** What says that it is one: `API_KEY`, `api-key` of an option, `token` of an address. */
  readonly name: string
  /** As it is written there, which may be a reference. */
  readonly text: string
}

type Change = (secret: PlacedSecret) => string

/** A launch in which other text stands for its secrets. */
export function changeSecrets(launch: Launch, change: Change): Launch {
  const named = withNamedValues(launch, ({ part, name, value }) => {
    const place = `${part}.${name}`
    return secretNamePattern.test(name) ? changed(value, place, name, change) : inAddresses(value, place, name, change)
  })
  if (named.transport !== 'stdio') return { ...named, url: changeInUrl(named.url, change) }
  const { args } = named
  return { ...named, args: args.map((arg, index) => inArgument(arg, args[index - 1], `args[${index}]`, change)) }
}

export function changeInUrl(url: string, change: Change): string {
  return inUrl(url, 'url', 'url', change)
}

export function secretsOf(launch: Launch): PlacedSecret[] {
  const found: PlacedSecret[] = []
  changeSecrets(launch, (secret) => {
    found.push(secret)
    return secret.text
  })
  return found
}

/** Those that stand there in clear. */
export function plainSecrets(launch: Launch): PlacedSecret[] {
  return secretsOf(launch).filter(({ text }) => isLiteral(text))
}

/** The last word of an option tells: `--token-file` names a file. */
const secretOption =
  /(?:token|key|secret|passw(?:or)?d|passphrase|pwd|credentials?|cookie|bearer|signature|auth(?:orization)?|dsn|connection[-_]?string|database[-_]?url|(?:^|[-_.])pat)$/i
const option = /^--?(?!no-)([A-Za-z][\w.-]*)$/
/** `--token=x`, `-e=x`. */
const optionWithValue = /^--?([A-Za-z][\w.-]*)=(.+)$/s
/** `API_KEY=x`, as `env` and `docker run -e` take them. */
const assignment = /^([A-Za-z_][\w-]*)=(.+)$/s
/** `Authorization: Bearer x`. */
const header = /^([A-Za-z][\w-]*):[ \t]*(?!\/\/)(.+)$/s
const path = /^(?:\.{1,2}|~)\/|^(?:[A-Za-z]:)?[\\/].*\.\w{1,5}$/

function inArgument(arg: string, before: string | undefined, place: string, change: Change): string {
  const asked = option.exec(before ?? '')?.[1]
  if (asked !== undefined && secretOption.test(asked) && !arg.startsWith('-') && !path.test(arg))
    return changed(arg, place, asked, change)
  for (const [notation, names] of [
    [optionWithValue, secretOption],
    [assignment, secretNamePattern],
    [header, secretNamePattern],
  ] as const) {
    const [, name, value] = notation.exec(arg) ?? []
    if (name === undefined || value === undefined || !names.test(name) || path.test(value)) continue
    return `${arg.slice(0, arg.length - value.length)}${changed(value, place, name, change)}`
  }
  return inAddresses(arg, place, 'url', change)
}

const address = /[a-z][a-z0-9+.-]*:\/\/[^\s"'<>]+/gi

function inAddresses(text: string, place: string, name: string, change: Change): string {
  let count = 0
  return text.replace(address, (url) => inUrl(url, `${place} ${(count += 1)}`, name, change))
}

const userInfo = /^([a-z][a-z0-9+.-]*:\/\/)((?:\$\{[^}]*\}|[^/?#@:])*)(?::([^/?#@]*))?@/i
const parameter = /([?&])([^=&#]+)=([^&#]*)/g

function inUrl(url: string, place: string, holder: string, change: Change): string {
  let count = 0
  return url
    .replace(userInfo, (whole, scheme: string, user: string, password = '') => {
      // Without a password worth the name the user is the token, as code hosts want it.
      const isToken = /^https?:/i.test(scheme) && (password === '' || password === 'x-oauth-basic')
      const first = isToken ? changed(user, `${place} user`, `${holder}_user`, change) : user
      const second = isToken ? password : changed(password, `${place} password`, `${holder}_password`, change)
      return `${scheme}${first}${whole.includes(':', scheme.length + user.length) ? ':' : ''}${second}@`
    })
    .replace(parameter, (whole, mark: string, name: string, value: string) => {
      count += 1
      if (!secretNamePattern.test(decoded(name))) return whole
      return `${mark}${name}=${changed(value, `${place} parameter ${count}`, decoded(name), change)}`
    })
}

function changed(text: string, place: string, name: string, change: Change): string {
  return text.trim() === '' ? text : change({ place, name, text })
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
