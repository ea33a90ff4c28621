/**
 * Finds the secrets in a launch by the names beside them: variables, headers, options and assignments among the
 * arguments, parameters and credentials in an address, and a sign-in's secrets. Pure.
 */
import { authSchemeOf } from '#engine/secrets/authScheme'
import { isRunner, subjectPlace } from '#contract/servers/launchSubject'
import { isOneWord, secretNamePattern } from '#contract/secretNames'
import type { ContainerLaunch, Launch } from '#contract/servers/server'
import type { SignInSettings } from '#contract/servers/signInSettings'
import { hasAddress, hasProcess, isContainer } from '#contract/servers/transports'
import { changeAddresses, changeEmbedded } from '#engine/secrets/embeddedTexts'
import { isLiteral, withNamedValues } from '#engine/secrets/references'
import { withSignInSecrets } from '#engine/secrets/signInSecrets'

export interface PlacedSecret {
  /** The secret's path in the launch. No two secrets have the same path. */
  readonly place: string
  readonly part: 'env' | 'headers' | 'args' | 'url' | 'auth'
  /** Whether the secret is the whole value of a variable, a header or a sign-in setting. */
  readonly isWhole: boolean
  /** Whether the command is a program that runs other programs, and may take what to run from this place. */
  readonly mayRun: boolean
  /** The name that marks the secret: `API_KEY`, an option's `api-key`, a URL parameter's `token`. */
  readonly name: string
  /** The text as written, which may be a reference. */
  readonly text: string
}

type Change = (secret: PlacedSecret) => string

/** Where a search looks, and what replaces a match. */
interface Spot {
  readonly place: string
  readonly part: PlacedSecret['part']
  readonly change: Change
}

/** A copy of the launch in which `change` replaces each secret. */
export function changeSecrets<L extends Launch>(launch: L, change: Change): L {
  return changedIn(launch, change) as L
}

function changedIn(launch: Launch, change: Change): Launch {
  if (isContainer(launch)) return changedInContainer(launch, change)
  const named = withNamedValues(launch, ({ part, name, value }) => {
    // Most sign-in settings are public, whatever their names.
    if (part === 'auth') return value
    const spot: Spot = { place: `${part}.${name}`, part: part === 'env' ? 'env' : 'headers', change }
    return secretNamePattern.test(name) ? changed(value, spot, name, { isWhole: true }) : inAddresses(value, spot, name)
  })
  if (hasAddress(named)) {
    const auth = named.auth === undefined ? {} : { auth: changedInSignIn(named.auth, change) }
    return { ...named, url: changeInUrl(named.url, change), ...auth }
  }
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

function changedInSignIn(settings: SignInSettings, change: Change): SignInSettings {
  return withSignInSecrets(settings, (name, text) =>
    changed(text, { place: `auth.${name}`, part: 'auth', change }, name, { isWhole: true }),
  )
}

/** A package's arguments are searched like those of a command. */
function changedInContainer(launch: ContainerLaunch, change: Change): ContainerLaunch {
  const { package: run } = launch
  const argument = (arg: string, index: number, all: readonly string[]) => {
    const position = { isData: all[index - 1]?.startsWith('-') === true, mayRun: false }
    return inArgument(arg, all[index - 1], position, { place: `package.args[${index}]`, part: 'args', change })
  }
  return {
    ...launch,
    environment: changedValues(launch.environment, change),
    package: run === null ? null : { ...run, args: run.args.map(argument) },
  }
}

/**
 * Every variable of a container counts as a secret, because images often come from third parties. Only the names are
 * shown.
 */
function changedValues(environment: Readonly<Record<string, string>>, change: Change): Record<string, string> {
  const entries = Object.entries(environment).map(([name, value]) => {
    const spot: Spot = { place: `environment.${name}`, part: 'env', change }
    return [name, changed(value, spot, name, { isWhole: true })] as const
  })
  return Object.fromEntries(entries)
}

const container = /(?:^|[\\/])(?:docker|podman|nerdctl)(?:\.exe)?$/i
/** An option whose next word is a script. */
const scriptOption = /^(?:-\w*[cep]|--(?:call|command|eval|exec|print|run))$/i

export function changeInUrl(url: string, change: Change): string {
  return inUrl(url, { place: 'url', part: 'url', change }, 'url')
}

/**
 * The secrets by launch, because every change to a server and every list of servers asks for them. Launches are
 * immutable.
 */
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

/** The secrets that are plain text, not references. */
export function plainSecrets(launch: Launch): PlacedSecret[] {
  return secretsOf(launch).filter(({ text }) => isLiteral(text))
}

/** The last word of the option decides: `--token-file` names a file. */
const secretOption =
  /(?:token|key|secret|passw(?:or)?d|passphrase|pwd|credentials?|cookie|bearer|signature|auth(?:orization)?|dsn|connection[-_]?string|database[-_]?url|(?:^|[-_.])pat)$/i
const option = /^--?(?!no-)([A-Za-z][\w.-]*)$/
/** Matches `--token=x`, `-e=x`. */
const optionWithValue = /^--?([A-Za-z][\w.-]*)=(.+)$/s
/** Matches `API_KEY=x`, as `env` and `docker run -e` accept it. */
const assignment = /^([A-Za-z_][\w-]*)=(.+)$/s
/** Matches `Authorization: Bearer x`. */
const header = /^([A-Za-z][\w-]*):[ \t]*(?!\/\/)(.+)$/s
const path = /^(?:\.{1,2}|~)\/|^(?:[A-Za-z]:)?[\\/].*\.\w{1,5}$/

/** How the command reads an argument. */
interface Position {
  /** Whether the argument follows an option that does not run it. Then it is one value, even with spaces in it. */
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

/** Searches a script or other text for addresses, and for names with a one-word value. */
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

/** A reference can match in only one way. With two ways, each further reference would double the time. */
const userInfo = /^([a-z][a-z0-9+.-]*:\/\/)((?:\$\{[^{}]*\}|\$(?!\{[^{}]*\})|[^$/?#@:\\])*)(?::([^/?#@\\]*))?@/i
const parameter = /([?&])([^=&#?]+)=([^&#]*)/g

function inUrl(url: string, spot: Spot, holder: string): string {
  const at = (where: string): Spot => ({ ...spot, place: `${spot.place} ${where}` })
  let count = 0
  return url
    .replace(userInfo, (whole, protocol: string, user: string, password = '') => {
      // If the password is missing or a placeholder, the user name is the token, as code hosts expect it.
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
