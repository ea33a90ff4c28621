/** Where inside a client's file its servers are: each client nests them differently. Pure; values only, no files. */
import { getNodeValue } from 'jsonc-parser'
import { isObject } from '#contract/jsonObject'
import { AppError } from '#contract/errors'
import { nestsTooDeep } from '#engine/policies/nesting'
import { expectation } from '#engine/registry/configEntry'
import { parseConfigText, type PathSegment } from '#engine/registry/configSyntax'

export interface ServerMap {
  readonly servers: readonly (readonly [string, unknown])[]
  readonly path: readonly PathSegment[]
  /** The folder these servers are for, where the file itself says so. */
  readonly folder: string | null
  readonly switchedOff: ReadonlySet<string>
}

export interface ClientContent {
  readonly maps: readonly ServerMap[]
  /** It was written by Switchboard or for it: nothing in it is to be understood as another client would. */
  readonly isOurs: boolean
  /** Folders of projects that the file knows, whose own files may have more. */
  readonly folders: readonly string[]
}

type Raw = Readonly<Record<string, unknown>>

/** Whoever takes servers apart goes down into what is nested by calling itself. */
const deepest = 256

/** From the outermost object to the map of servers. */
const layouts: readonly (readonly string[])[] = [['mcpServers'], ['servers'], ['mcp', 'servers'], ['context_servers']]

/** Throws `INVALID_INPUT`, with line and column where it can. Comments and trailing commas are fine. */
export function readContent(text: string): ClientContent {
  const root = valueOf(text)
  if (!isObject(root)) throw new AppError('INVALID_INPUT', expectation('object', root))
  const nested = layouts.flatMap((path) => mapAt(root, path))
  const ofProjects = projectsOf(root)
  const found = [...nested, ...ofProjects.flatMap(({ maps: each }) => each)]
  const maps = found.length === 0 ? bareMap(root) : found
  if (maps.some(({ servers }) => nestsTooDeep(servers, deepest)))
    throw new AppError('INVALID_INPUT', `the servers are nested more than ${deepest} levels deep`)
  return {
    maps,
    isOurs: root['switchboard'] !== undefined,
    folders: ofProjects.map(({ folder }) => folder),
  }
}

/** Most of these files are plain JSON, and some are large: the tolerant parser is for the others. */
function valueOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return getNodeValue(parseConfigText(text))
  }
}

function mapAt(root: Raw, path: readonly string[]): ServerMap[] {
  const value = path.reduce<unknown>((inside, key) => (isObject(inside) ? inside[key] : undefined), root)
  if (value === undefined || (path[0] === 'servers' && looksLikeServer(value))) return []
  if (!isObject(value)) throw new AppError('INVALID_INPUT', `${path.join('.')}: ${expectation('object', value)}`)
  return [{ servers: Object.entries(value), path, folder: null, switchedOff: namesIn(root, 'disabledMcpServers') }]
}

/** Claude Code keeps servers for one folder under that folder's path. */
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

/** A piece of a file: the map alone, as documentation of servers often has it. */
function bareMap(root: Raw): ServerMap[] {
  const servers = Object.entries(root).filter(([name]) => name !== 'switchboard')
  if (!servers.some(([, value]) => looksLikeServer(value))) return []
  return [{ servers, path: [], folder: null, switchedOff: new Set() }]
}

function looksLikeServer(value: unknown): boolean {
  return isObject(value) && ['command', 'url', 'serverUrl'].some((key) => typeof value[key] === 'string')
}

function namesIn(raw: Raw, key: string): ReadonlySet<string> {
  const names = raw[key]
  return new Set(Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [])
}
