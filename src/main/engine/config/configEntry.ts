/** Reads one server entry from a configuration file. The same rules apply as for every new server. */
import { fieldsOf, isObject } from '#contract/jsonRpc/jsonObject'
import {
  type ImportCandidate,
  type NewServer,
  newServer,
  settingNames,
  type WrittenLaunch,
} from '#contract/servers/server'
import {
  addressTransports,
  reachesAddress,
  saidTransports,
  transportAt,
  transportKeys,
  usualTransport,
} from '#contract/servers/transports'
import { identityProvider, signInSettings } from '#contract/servers/signInSettings'
import type { OwnTools } from '#contract/tools/tool'
import { type PathSegment, pathText } from '#engine/config/configSyntax'
import { readOwnTools } from '#engine/config/ownTools'
import { previewOf } from '#engine/secrets/launchPreview'
import { inOwnNotation } from '#engine/secrets/otherNotations'

export interface ConfigProblem {
  /** The path inside the file; empty for the file as a whole. */
  readonly path: string
  readonly message: string
  /** A warning says what was ignored. An error says why an entry was left out. */
  readonly severity: 'error' | 'warning'
}

export interface ConfigEntry {
  readonly name: string
  readonly candidate: ImportCandidate
  /** The server to import; null if the entry cannot be imported, for the reason in `candidate.problem`. */
  readonly server: NewServer | null
  /** The tools that the file switches off. */
  readonly disabledTools: string[]
  /** The file's own names for tools. */
  readonly ownTools: OwnTools
}

export interface ReadEntry {
  readonly entry: ConfigEntry
  readonly problems: ConfigProblem[]
}

const launchKeys = ['command', 'args', 'env', 'cwd']
const plainRemoteKeys = ['url', 'headers']
const remoteKeys = [...plainRemoteKeys, 'auth']
const signInKeys = new Set<string>(signInSettings.keyof().options)
const providerKeys = new Set<string>(identityProvider.keyof().options)
const ownKeys = [...transportKeys, 'enabled', 'disabled', 'disabledTools', 'tools']
const knownKeys = new Set([...launchKeys, ...settingNames, ...remoteKeys, ...ownKeys])
const otherRemoteTypes = ['ws', 'websocket']

type Raw = Readonly<Record<string, unknown>>

interface Taken {
  readonly server: NewServer | null
  readonly problems: ConfigProblem[]
}

export function readEntry(name: string, value: unknown, path: readonly PathSegment[]): ReadEntry {
  if (!isObject(value)) {
    const problem = errorAt(path, `expected an object, got ${kindOf(value)}`)
    return { entry: entryOf(name, {}, null, noTools, [problem]), problems: [problem] }
  }
  const off = toolNames(value['disabledTools'], path)
  const own = readOwnTools(value['tools'])
  const ownProblems = own.problems.map(({ path: inside, message }) => errorAt([...path, 'tools', ...inside], message))
  const { server, problems } = isRemote(value) ? remote(name, value, path) : local(name, value, path)
  const errors = [...problems, ...off.problems, ...ownProblems, ...flagProblems(value, path)]
  const accepted = errors.length === 0 ? server : null
  return {
    entry: entryOf(name, value, accepted, { disabledTools: off.names, ownTools: own.tools }, errors),
    problems: [...errors, ...warnings(value, path)],
  }
}

function remote(name: string, raw: Raw, path: readonly PathSegment[]): Taken {
  const said = saidTransports(raw)
  const wrong = said.find(({ transport }) => !reachesAddress(transport))
  if (wrong !== undefined) {
    const got = typeof wrong.word === 'string' ? JSON.stringify(wrong.word) : kindOf(wrong.word)
    return {
      server: null,
      problems: [errorAt([...path, wrong.key], `expected ${addressTransports.join(' or ')}, got ${got}`)],
    }
  }
  // A remote server without a declared transport is tried on streamable HTTP first.
  const transport = said[0]?.transport ?? transportAt(String(raw['url']))
  const other = said.find((one) => one.transport !== transport)
  if (other !== undefined) return { server: null, problems: [errorAt([...path, other.key], 'contradicts "type"')] }
  const auth = knownSignIn(raw['auth'])
  return take(name, raw, { ...picked(raw, plainRemoteKeys), ...(auth !== null && { auth }), transport }, path)
}

/** Other clients use other keys under `auth`. Unknown keys are left out, with a warning. */
function knownSignIn(value: unknown): Raw | null {
  if (!isObject(value)) return null
  const known = picked(value, [...signInKeys])
  const provider = known['identityProvider']
  return isObject(provider) ? { ...known, identityProvider: picked(provider, [...providerKeys]) } : known
}

function signInWarnings(value: unknown, path: readonly PathSegment[]): ConfigProblem[] {
  if (value === undefined) return []
  if (!isObject(value)) return [warningAt(path, `${expectation('object', value)}, ignored`)]
  const unknown = (object: Raw, known: ReadonlySet<string>, at: readonly PathSegment[]) =>
    Object.keys(object)
      .filter((key) => !known.has(key))
      .map((key) => warningAt([...at, key], 'unknown key, ignored'))
  const provider = value['identityProvider']
  const inside = isObject(provider) ? unknown(provider, providerKeys, [...path, 'identityProvider']) : []
  return [...unknown(value, signInKeys, path), ...inside]
}

function local(name: string, raw: Raw, path: readonly PathSegment[]): Taken {
  if (raw['command'] === undefined) {
    return { server: null, problems: [errorAt(path, 'expected a command, or the url of a remote server')] }
  }
  return take(name, raw, { ...picked(raw, launchKeys), transport: usualTransport.process }, path)
}

function take(name: string, raw: Raw, launch: Raw, path: readonly PathSegment[]): Taken {
  const parsed = newServer.safeParse({ ...picked(raw, settingNames), name, enabled: isEnabled(raw), launch })
  if (parsed.success) return { server: { ...parsed.data, launch: inOwnNotation(parsed.data.launch) }, problems: [] }
  const problems = parsed.error.issues.map((issue) => {
    const [first, ...rest] = issue.path.filter((segment) => typeof segment !== 'symbol')
    // In the file, the launch's fields are beside the other settings, and the name is the entry's key.
    const inside = first === 'launch' ? rest : first === 'name' ? [] : first === undefined ? rest : [first, ...rest]
    const expected = issue.code === 'invalid_type' ? issue.expected : null
    const message = expected === null ? messageOf(issue) : expectation(expected, valueAt(raw, inside))
    return errorAt([...path, ...inside], message)
  })
  return { server: null, problems }
}

/**
 * For an invalid key, zod's own message says only that the key is invalid. The useful message is inside the issue.
 */
function messageOf(issue: { readonly code: string; readonly message: string; readonly issues?: unknown }): string {
  const [first] = issue.code === 'invalid_key' && Array.isArray(issue.issues) ? (issue.issues as Raw[]) : []
  return typeof first?.['message'] === 'string' ? first['message'] : issue.message
}

type SaidOfTools = Pick<ConfigEntry, 'disabledTools' | 'ownTools'>
const noTools: SaidOfTools = { disabledTools: [], ownTools: new Map() }

function entryOf(name: string, raw: Raw, server: NewServer | null, tools: SaidOfTools, errors: ConfigProblem[]) {
  const problem = errors.map(({ path, message }) => `${path}: ${message}`).join('; ')
  const candidate: ImportCandidate = {
    name,
    // Computed on demand, because most files are read to be run, not shown.
    get launch() {
      return previewOf(server?.launch ?? readableLaunch(raw))
    },
    enabled: isEnabled(raw),
    problem: problem === '' ? null : problem,
  }
  return { name, candidate, server, ...tools }
}

/** The readable parts of an entry that cannot be imported. */
function readableLaunch(raw: Raw): WrittenLaunch {
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  const texts = (value: unknown) =>
    Object.fromEntries(Object.entries(fieldsOf(value)).map(([name, one]) => [name, text(one)]))
  if (isRemote(raw))
    return { transport: transportAt(text(raw['url'])), url: text(raw['url']), headers: texts(raw['headers']) }
  const args = Array.isArray(raw['args']) ? raw['args'].filter((arg) => typeof arg === 'string') : []
  const cwd = text(raw['cwd'])
  return {
    transport: usualTransport.process,
    command: text(raw['command']),
    args,
    env: texts(raw['env']),
    ...(cwd !== '' && { cwd }),
  }
}

function isRemote(raw: Raw): boolean {
  const saysSo = saidTransports(raw).some(
    ({ word, transport }) => reachesAddress(transport) || otherRemoteTypes.includes(String(word)),
  )
  return saysSo || (raw['url'] !== undefined && raw['command'] === undefined)
}

function isEnabled(raw: Raw): boolean {
  if (typeof raw['enabled'] === 'boolean') return raw['enabled']
  return raw['disabled'] !== true
}

function flagProblems(raw: Raw, path: readonly PathSegment[]): ConfigProblem[] {
  return ['enabled', 'disabled']
    .filter((key) => raw[key] !== undefined && typeof raw[key] !== 'boolean')
    .map((key) => errorAt([...path, key], expectation('boolean', raw[key])))
}

function toolNames(value: unknown, path: readonly PathSegment[]): { names: string[]; problems: ConfigProblem[] } {
  if (value === undefined) return { names: [], problems: [] }
  if (!Array.isArray(value))
    return { names: [], problems: [errorAt([...path, 'disabledTools'], expectation('array', value))] }
  const problems = value.flatMap((item: unknown, place) =>
    typeof item === 'string' ? [] : [errorAt([...path, 'disabledTools', place], expectation('string', item))],
  )
  return { names: value.filter((item) => typeof item === 'string'), problems }
}

function warnings(raw: Raw, path: readonly PathSegment[]): ConfigProblem[] {
  const unknown = Object.keys(raw).filter((key) => !knownKeys.has(key))
  const contradicts = typeof raw['enabled'] === 'boolean' && raw['enabled'] === raw['disabled']
  const unheard = isRemote(raw)
    ? []
    : saidTransports(raw).filter(({ transport }) => transport === null || reachesAddress(transport))
  const unused = isRemote(raw) ? [] : remoteKeys.filter((key) => raw[key] !== undefined)
  return [
    ...unknown.map((key) => warningAt([...path, key], 'unknown key, ignored')),
    ...unheard.map(({ key }) => warningAt([...path, key], 'not a transport for a command, ignored')),
    ...(isRemote(raw) ? signInWarnings(raw['auth'], [...path, 'auth']) : []),
    ...unused.map((key) => warningAt([...path, key], 'not used by a server with a command, ignored')),
    ...(contradicts ? [warningAt([...path, 'disabled'], 'contradicts "enabled", ignored')] : []),
  ]
}

const kinds: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
}

export function expectation(expected: string, value: unknown): string {
  return `expected ${kinds[expected] ?? expected}, got ${kindOf(value)}`
}

function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

export function errorAt(path: readonly PathSegment[], message: string): ConfigProblem {
  return { path: pathText(path), message, severity: 'error' }
}

export function warningAt(path: readonly PathSegment[], message: string): ConfigProblem {
  return { path: pathText(path), message, severity: 'warning' }
}

function picked(raw: Raw, keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(keys.filter((key) => raw[key] !== undefined).map((key) => [key, raw[key]]))
}

function valueAt(value: unknown, path: readonly PathSegment[]): unknown {
  return path.reduce<unknown>((inside, segment) => Reflect.get(Object(inside), segment), value)
}
