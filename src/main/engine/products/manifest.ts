/** Reads a product's manifest, JSON or YAML. Opens and stores nothing. Pure. */
import { parseDocument } from 'yaml'
import { z } from 'zod'
import { isObject } from '#contract/jsonRpc/jsonObject'
import { AppError, messageOf } from '#contract/errors'
import type { NewServer } from '#contract/servers/server'
import { type ConfigEntry, type ConfigProblem, readEntry, warningAt } from '#engine/config/configEntry'
import { parseConfigText, nodeValue } from '#engine/config/configSyntax'

export interface Manifest {
  readonly id: string
  readonly name: string
  readonly version: string
  /** The servers, in the manifest's order. Their names are unique. */
  readonly servers: readonly ManifestServer[]
  /** Why the product cannot be installed, each with its path in the manifest; empty if it can. */
  readonly problems: readonly string[]
  /** The ignored parts, each with its path in the manifest. */
  readonly warnings: readonly string[]
  /** The manifest as written. */
  readonly source: unknown
}

export interface ManifestServer {
  readonly name: string
  readonly entry: ConfigEntry
  /** The server to install; null if the entry has a problem. */
  readonly server: NewServer | null
}

const head = z.object({
  id: z
    .string('expected a string')
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/, 'an id has 1 to 100 characters: letters, digits, and . _ -'),
  name: z.string('expected a string').trim().min(1, 'a name is needed').max(100),
  version: z.union([z.string().trim().min(1, 'a version is needed').max(100), z.number().transform(String)]),
})

const maxServers = 200

/** Throws `INVALID_INPUT` if the text as a whole is neither JSON nor YAML, or not a manifest at all. */
export function readManifest(text: string): Manifest {
  const source = parse(text)
  if (!isObject(source))
    throw new AppError('INVALID_INPUT', 'The manifest is not an object with id, name, version and mcp.')
  const parsed = head.safeParse(source)
  const problems = parsed.success
    ? []
    : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${messageFor(issue.path[0], source, issue.message)}`)
  const listed = listedServers(source)
  const warnings = unknownKeys(source).map((path) => inWords(warningAt(path, 'unknown key, ignored')))
  const servers = listed.servers.map(([name, value, path]) => {
    const { entry, problems: found } = readEntry(name, value, path)
    warnings.push(...found.filter(({ severity }) => severity === 'warning').map(inWords))
    // A product cannot declare itself trusted.
    return { name, entry, server: entry.server === null ? null : { ...entry.server, trusted: false } }
  })
  const repeated = servers.map(({ name }) => name).filter((name, place, names) => names.indexOf(name) !== place)
  const { id, name, version } = parsed.success ? parsed.data : { id: '', name: '', version: '' }
  return {
    id,
    name,
    version,
    servers,
    problems: [
      ...problems,
      ...listed.problems,
      ...servers.flatMap(({ entry }) => (entry.candidate.problem === null ? [] : [entry.candidate.problem])),
      ...[...new Set(repeated)].map((repeat) => `mcp.servers: ${JSON.stringify(repeat)} occurs more than once`),
    ],
    warnings,
    source,
  }
}

const headKeys = new Set(['id', 'name', 'version', 'mcp', '$schema', 'description'])

function unknownKeys(source: Readonly<Record<string, unknown>>): string[][] {
  const inside = isObject(source['mcp']) ? Object.keys(source['mcp']).filter((key) => key !== 'servers') : []
  const beside = Object.keys(source).filter((key) => !headKeys.has(key))
  return [...beside.map((key) => [key]), ...inside.map((key) => ['mcp', key])]
}

function inWords({ path, message }: ConfigProblem): string {
  return `${path}: ${message}`
}

function messageFor(key: PropertyKey | undefined, source: Readonly<Record<string, unknown>>, message: string): string {
  return key !== undefined && source[String(key)] === undefined ? 'missing' : message
}

function parse(text: string): unknown {
  if (/^\s*[{[]/.test(text.replace(/^\uFEFF/, ''))) return nodeValue(parseConfigText(text))
  try {
    const document = parseDocument(text, { prettyErrors: true, stringKeys: true })
    const [error] = document.errors
    if (error !== undefined) throw error
    // With aliases, a few lines could stand for gigabytes.
    return document.toJS({ maxAliasCount: 100 }) as unknown
  } catch (thrown) {
    throw new AppError('INVALID_INPUT', `The manifest is not valid YAML: ${messageOf(thrown)}`, { cause: thrown })
  }
}

type Listed = readonly [name: string, value: unknown, path: readonly (string | number)[]]

/** Servers by name, as in configuration files, or as a list of servers with names. */
function listedServers(source: Readonly<Record<string, unknown>>): {
  readonly servers: readonly Listed[]
  readonly problems: readonly string[]
} {
  const servers = isObject(source['mcp']) ? source['mcp']['servers'] : undefined
  if (Array.isArray(servers)) return checkedCount(servers.map(fromList))
  if (isObject(servers))
    return checkedCount(Object.entries(servers).map(([name, value]) => [name, value, ['mcp', 'servers', name]]))
  return { servers: [], problems: ['mcp.servers: expected servers by name, or a list of them'] }
}

function fromList(value: unknown, place: number): Listed {
  const { name, ...entry } = isObject(value) ? value : { name: undefined }
  return [typeof name === 'string' ? name : '', isObject(value) ? entry : value, ['mcp', 'servers', place]]
}

function checkedCount(servers: readonly Listed[]) {
  if (servers.length === 0) return { servers, problems: ['mcp.servers: no servers'] }
  if (servers.length > maxServers)
    return { servers: [], problems: [`mcp.servers: ${servers.length} servers, at most ${maxServers} are allowed`] }
  return { servers, problems: [] }
}
