/** Finds the servers in a client's file. Each client nests them differently. Works on values, reads no files. Pure. */
import { isObject } from '#contract/jsonRpc/jsonObject'
import { AppError } from '#contract/errors'
import { nameOfAddress, nameOfCommand, nameOfLaunch } from '#contract/pasted/launchName'
import { plainEntry } from '#contract/pasted/plainEntry'
import { looksLikeJson, readPasted, withoutFence } from '#contract/pasted/readPasted'
import { bareServers, entriesOf, type FoundMap, looksLikeServer, serverMaps } from '#contract/pasted/serverMaps'
import { usualTransport } from '#contract/servers/transports'
import { nestsTooDeep } from '#engine/policies/nesting'
import { expectation } from '#engine/config/configEntry'
import { nodeValue, parseConfigText, type PathSegment } from '#engine/config/configSyntax'

export interface ServerMap {
  readonly servers: readonly (readonly [string, unknown])[]
  readonly path: readonly PathSegment[]
  /** The folder that these servers are for, if the file itself names it. */
  readonly folder: string | null
  readonly switchedOff: ReadonlySet<string>
}

export interface ClientContent {
  readonly maps: readonly ServerMap[]
  /** Whether the file was written by or for Switchboard, and is read literally, not as another client would read it. */
  readonly isOurs: boolean
  /** Project folders that the file mentions. Their own files may have more servers. */
  readonly folders: readonly string[]
}

type Raw = Readonly<Record<string, unknown>>

/** Reads pasted text that is not entirely JSON. */
export function readPastedText(text: string) {
  return readPasted(text, (json) => nodeValue(parseConfigText(json)))
}

/** How deep a file may be nested, because the code that reads servers is recursive. */
const maxDepth = 256

/**
 * Throws `INVALID_INPUT`, with line and column if possible. Comments and trailing commas are allowed. Text that is not
 * JSON is read as pasted text.
 */
export function readContent(text: string): ClientContent {
  const json = jsonIn(text)
  if (json === null) return pastedContent(text)
  const root = valueOf(json)
  if (!isObject(root)) throw new AppError('INVALID_INPUT', expectation('object', root))
  const nested = serverMaps(root).map((found) => mapOf(root, found))
  const ofProjects = projectsOf(root)
  const found = [...nested, ...ofProjects.flatMap(({ maps: each }) => each)]
  const maps = found.length === 0 ? bareMaps(root) : found
  if (maps.some(({ servers }) => nestsTooDeep(servers, maxDepth)))
    throw new AppError('INVALID_INPUT', `the servers are nested more than ${maxDepth} levels deep`)
  return {
    maps,
    isOurs: root['switchboard'] !== undefined,
    folders: ofProjects.map(({ folder }) => folder),
  }
}

/** The JSON in a text, which may be in a Markdown code fence. Null if the text is something else. */
export function jsonIn(text: string): string | null {
  // Text that begins like JSON is a whole file. Backticks inside it are not a code fence.
  if (/^\uFEFF?\s*[{[]/.test(text)) return looksLikeJson(text) ? text : null
  const inner = withoutFence(text.replace(/^\uFEFF/, ''))
  return looksLikeJson(inner) ? inner : null
}

function pastedContent(text: string): ClientContent {
  const { servers } = readPastedText(text)
  const entries = servers.map(({ name, launch }): [string, unknown] => {
    const { transport, ...raw } = launch
    return [
      name === '' ? nameOfLaunch(launch) : name,
      transport === usualTransport.process ? raw : { ...raw, type: transport },
    ]
  })
  const map = { servers: entries, path: [], folder: null, switchedOff: new Set<string>() }
  return { maps: [map], isOurs: false, folders: [] }
}

/** Most of these files are plain JSON, and some are large, so the slower, tolerant parser is only the fallback. */
function valueOf(text: string): unknown {
  const trimmed = text.trim()
  const whole = trimmed.startsWith('"') ? `{${trimmed.replace(/,$/, '')}}` : text
  try {
    return inObject(JSON.parse(whole))
  } catch {
    return inObject(nodeValue(parseConfigText(whole)))
  }
}

function inObject(value: unknown): unknown {
  return Array.isArray(value) && value.every(isObject) ? { mcpServers: value } : value
}

function mapOf(root: Raw, { path, servers: written }: FoundMap): ServerMap {
  const servers = entriesOf(written)
  if (servers === null) throw new AppError('INVALID_INPUT', `${path.join('.')}: ${expectation('object', written)}`)
  return { servers, path, folder: null, switchedOff: namesIn(root, 'disabledMcpServers') }
}

/** Claude Code stores servers for one folder under that folder's path. */
function projectsOf(root: Raw): { readonly folder: string; readonly maps: ServerMap[] }[] {
  const projects = root['projects']
  if (!isObject(projects)) return []
  return Object.entries(projects).flatMap(([folder, project]) => {
    if (!isObject(project)) return []
    const servers = project['mcpServers']
    const path = ['projects', folder, 'mcpServers']
    const map = { path, folder, switchedOff: namesIn(project, 'disabledMcpServers') }
    return [{ folder, maps: isObject(servers) ? [{ ...map, servers: Object.entries(servers) }] : [] }]
  })
}

/** A fragment of a file, as server documentation often shows it: only the map of servers, or one server. */
function bareMaps(root: Raw): ServerMap[] {
  const servers = looksLikeServer(root) ? alone(root) : Object.entries(bareServers(root) ?? {})
  return servers.length === 0 ? [] : [{ servers, path: [], folder: null, switchedOff: new Set() }]
}

function alone({ name, ...entry }: Raw): [string, unknown][] {
  const { raw } = plainEntry(entry)
  const texts = (value: unknown) => (Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [])
  const byCommand = { command: String(raw['command']), args: texts(raw['args']) }
  const suggested = typeof raw['command'] === 'string' ? nameOfCommand(byCommand) : nameOfAddress(String(raw['url']))
  return [[typeof name === 'string' ? name : suggested, entry]]
}

function namesIn(raw: Raw, key: string): ReadonlySet<string> {
  const names = raw[key]
  return new Set(Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [])
}
