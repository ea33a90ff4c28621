/**
 * Finds what in a launch is a secret by the name beside it: variables, headers, options and assignments among the
 * arguments, parameters of an address, and what stands before its host. Pure.
 */
import { authSchemeOf } from '#engine/secrets/authScheme'
import { isRunner, subjectPlace } from '#contract/servers/launchSubject'
import { isOneWord, secretNamePattern } from '#contract/secretNames'
import type { Launch } from '#contract/servers/server'
import { hasAddress, hasProcess, isContainer } from '#contract/servers/transports'
import { changeAddresses, changeEmbedded } from '#engine/secrets/embeddedTexts'
import { isLiteral, withNamedValues } from '#engine/secrets/references'

export interface PlacedSecret {
  /** Where in the launch; no two are in one place. */
  readonly place: string
  readonly part: 'env' | 'headers' | 'args' | 'url'
  /** It is all of the value of a variable or header. */
  readonly isWhole: boolean
  /** It stands where a program that runs others may look for what to run. */
  readonly mayRun: boolean
  /** What says that it is one: `API_KEY`, `api-key` of an option, `token` of an address. */
  readonly name: string
  /** As it is written there, which may be a reference. */
  readonly text: string
}

type Change = (secret: PlacedSecret) => string

/** Where something is looked for, and what becomes of it. */
interface Spot {
  readonly place: string
  readonly part: PlacedSecret['part']
  readonly change: Change
}

/** A launch in which other text stands for its secrets. */
export function changeSecrets<L extends Launch>(launch: L, change: Change): L {
  return changedIn(launch, change) as L
}

function changedIn(launch: Launch, change: Change): Launch {
  if (isContainer(launch)) return { ...launch, environment: changedValues(launch.environment, change) }
  const named = withNamedValues(launch, ({ part, name, value }) => {
    const spot: Spot = { place: `${part}.${name}`, part: part === 'env' ? 'env' : 'headers', change }
    return secretNamePattern.test(name) ? changed(value, spot, name, { isWhole: true }) : inAddresses(value, spot, name)
  })
  if (hasAddress(named)) return { ...named, url: changeInUrl(named.url, change) }
  if (!hasProcess(named)) return named
  const { command, args } = named
  const runsAt = isRunner(command) ? subjectPlace(command, args) : -1
  const isForContainers = container.test(command)
  return {
    ...named,
    args: args.map((arg, index) => {
      const before = args[index - 1]
      const isData = before?.startsWith('-') === true && !(scriptOption.test(before) && !isForContainers)
      const mayRun = isRunner(command) && (runsAt === -1 || index <= runsAt)
      return inArgument(arg, before, { isData, mayRun }, { place: `args[${index}]`, part: 'args', change })
    }),
  }
}

/** Whoever hosts an image that is somebody else's says no more of its variables than their names. */
function changedValues(environment: Readonly<Record<string, string>>, change: Change): Record<string, string> {
  const entries = Object.entries(environment).map(([name, value]) => {
    const spot: Spot = { place: `environment.${name}`, part: 'env', change }
    return [name, changed(value, spot, name, { isWhole: true })] as const
  })
  return Object.fromEntries(entries)
}

const container = /(?:^|[\\/])(?:docker|podman|nerdctl)(?:\.exe)?$/i
/** The next word is a script. */
const scriptOption = /^(?:-\w*[cep]|--(?:call|command|eval|exec|print|run))$/i

export function changeInUrl(url: string, change: Change): string {
  return inUrl(url, { place: 'url', part: 'url', change }, 'url')
}

/** By launch, which never changes: a change of a server, and each list of servers, asks again and again. */
const known = new WeakMap<Launch, readonly PlacedSecret[]>()

export function secretsOf(launch: Launch): readonly PlacedSecret[] {
  const before = known.get(launch)
  if (before !== undefined) return before
  const found: PlacedSecret[] = []
  changeSecrets(launch, (secret) => {
    found.push(secret)
    return secret.text
  })
  known.set(launch, found)
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

/** How an argument is taken by what gets it. */
interface Position {
  /** It is behind an option that does not run it: it may have spaces and still be one value. */
  readonly isData: boolean
  readonly mayRun: boolean
}

function inArgument(arg: string, before: string | undefined, { isData, mayRun }: Position, spot: Spot): string {
  const asked = option.exec(before ?? '')?.[1]
  if (asked !== undefined && secretOption.test(asked) && !arg.startsWith('-') && !path.test(arg))
    return changed(arg, spot, asked, { mayRun })
  for (const [notation, names, isValue] of [
    [optionWithValue, secretOption, true],
    [assignment, secretNamePattern, isData],
    [header, secretNamePattern, isData],
  ] as const) {
    const [, name, value] = notation.exec(arg) ?? []
    if (name === undefined || value === undefined || !names.test(name) || path.test(value)) continue
    const kept = isValue ? '' : authSchemeOf(value)
    if (!isValue && !isOneWord(value.slice(kept.length))) continue
    return `${arg.slice(0, arg.length - value.length)}${kept}${changed(value.slice(kept.length), spot, name)}`
  }
  return inText(arg, spot)
}

/** In a script, or a text of another kind: an address, or a name with one word that is its value. */
function inText(text: string, spot: Spot): string {
  let count = 0
  const inside = () => ({ ...spot, place: `${spot.place} ${(count += 1)}` })
  return changeEmbedded(text, {
    address: (url) => inUrl(url, inside(), 'url'),
    assignment: (head, value) => {
      const name = /^-*([\w-]+)/.exec(head)?.[1] ?? ''
      const here = inside()
      return value.startsWith('//') || path.test(value) || !secretNamePattern.test(name)
        ? inAddresses(`${head}${value}`, here, 'url')
        : `${head}${changed(value, here, name)}`
    },
  })
}

function inAddresses(text: string, spot: Spot, name: string): string {
  let count = 0
  return changeAddresses(text, (url) => inUrl(url, { ...spot, place: `${spot.place} ${(count += 1)}` }, name))
}

/** A reference is read in one way alone: with two, each of many would double the time. */
const userInfo = /^([a-z][a-z0-9+.-]*:\/\/)((?:\$\{[^{}]*\}|\$(?!\{[^{}]*\})|[^$/?#@:\\])*)(?::([^/?#@\\]*))?@/i
const parameter = /([?&])([^=&#?]+)=([^&#]*)/g

function inUrl(url: string, spot: Spot, holder: string): string {
  const at = (where: string): Spot => ({ ...spot, place: `${spot.place} ${where}` })
  let count = 0
  return url
    .replace(userInfo, (whole, protocol: string, user: string, password = '') => {
      // Without a password worth the name the user is the token, as code hosts want it.
      const isToken = /^https?:/i.test(protocol) && (password === '' || password === 'x-oauth-basic')
      const first = isToken ? changed(user, at('user'), `${holder}_user`) : user
      const second = isToken ? password : changed(password, at('password'), `${holder}_password`)
      return `${protocol}${first}${whole.includes(':', protocol.length + user.length) ? ':' : ''}${second}@`
    })
    .replace(parameter, (whole, mark: string, name: string, value: string) => {
      count += 1
      if (!secretNamePattern.test(decoded(name))) return whole
      return `${mark}${name}=${changed(value, at(`parameter ${count}`), decoded(name))}`
    })
}

function changed(
  text: string,
  { place, part, change }: Spot,
  name: string,
  { isWhole = false, mayRun = false } = {},
): string {
  return text.trim() === '' ? text : change({ place, part, isWhole, mayRun, name, text })
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
