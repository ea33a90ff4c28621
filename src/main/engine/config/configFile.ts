/**
 * Reads the configuration files of other clients, with Switchboard's own additions to their format. A bad entry never
 * hides the good ones. Pure: opens and stores no files.
 */
import type { Node } from 'jsonc-parser'
import type { z } from 'zod'
import { isObject } from '#contract/jsonRpc/jsonObject'
import { AppError } from '#contract/errors'
import { projectSetting } from '#contract/project'
import {
  type ConfigEntry,
  type ConfigProblem,
  errorAt,
  expectation,
  readEntry,
  warningAt,
} from '#engine/config/configEntry'
import { type Member, membersOf, parseConfigText, type PathSegment, nodeValue } from '#engine/config/configSyntax'

const { name: projectName, ...otherSettings } = projectSetting
/** A project's own file has the project's name under another key. */
const projectSettings = { ...otherSettings, project: projectName }

export interface ConfigFile {
  /** The entries, in the order of the file. */
  readonly entries: readonly ConfigEntry[]
  /** The file's settings for its project. */
  readonly project: Partial<z.infer<z.ZodObject<typeof projectSettings>>>
  readonly problems: readonly ConfigProblem[]
}

/** Throws `INVALID_INPUT`, with line and column if possible, if the file as a whole has the wrong form. */
export function readConfigFile(text: string): ConfigFile {
  const root = parseConfigText(text)
  if (root.type !== 'object') throw new AppError('INVALID_INPUT', expectation('object', nodeValue(root)))
  const members = membersOf(root)
  const { servers, path, problems } = findServers(root, members)
  const read = servers.map(({ name, value }) => readEntry(name, nodeValue(value), [...path, name]))
  const settings = readProject(members.get('switchboard')?.value)
  return {
    entries: read.map(({ entry }) => entry),
    project: settings.project,
    problems: [...problems, ...read.flatMap((one) => one.problems), ...settings.problems],
  }
}

/** Problems for which no server is skipped: ignored keys, and invalid settings of the project. */
export function fileProblems(text: string): string[] {
  const root = parseConfigText(text)
  if (root.type !== 'object') return []
  const ofProject = new Set(readProject(membersOf(root).get('switchboard')?.value).problems.map(({ path }) => path))
  return readConfigFile(text)
    .problems.filter(({ path, severity }) => severity === 'warning' || ofProject.has(path))
    .map(({ path, message }) => `${path}: ${message}`)
}

interface FoundServers {
  readonly servers: readonly Member[]
  readonly path: readonly PathSegment[]
  readonly problems: readonly ConfigProblem[]
}

/**
 * Servers are under `mcpServers`, as in most clients, or under `servers`, as in VS Code, or the whole file is the map
 * of servers.
 */
function findServers(root: Node, members: Map<string, Member>): FoundServers {
  for (const key of ['mcpServers', 'servers']) {
    const map = members.get(key)?.value
    if (map === undefined || (key === 'servers' && looksLikeServer(map))) continue
    if (map.type !== 'object') throw new AppError('INVALID_INPUT', `${key}: ${expectation('object', nodeValue(map))}`)
    return { servers: [...membersOf(map).values()], path: [key], problems: repeatedNames(map, [key]) }
  }
  const others = [...members.values()].filter(({ name }) => name !== 'switchboard')
  if (others.length === 0) return { servers: [], path: [], problems: [] }
  if (others.some(({ value }) => looksLikeServer(value)))
    return { servers: others, path: [], problems: repeatedNames(root, []) }
  return { servers: [], path: [], problems: [errorAt([], 'no servers found: "mcpServers" is missing')] }
}

function looksLikeServer(node: Node): boolean {
  if (node.type !== 'object') return false
  const members = membersOf(node)
  return ['command', 'url'].some((key) => members.get(key)?.value.type === 'string')
}

function repeatedNames(map: Node, path: readonly PathSegment[]): ConfigProblem[] {
  const names = (map.children ?? []).map((member) => String(member.children?.[0]?.value))
  const repeated = new Set(names.filter((name, place) => names.indexOf(name) !== place))
  return [...repeated].map((name) =>
    warningAt([...path, name], 'this name occurs more than once: the last entry counts'),
  )
}

function readProject(node: Node | undefined): Pick<ConfigFile, 'project' | 'problems'> {
  if (node === undefined) return { project: {}, problems: [] }
  const raw: unknown = nodeValue(node)
  if (!isObject(raw)) return { project: {}, problems: [errorAt(['switchboard'], expectation('object', raw))] }
  const project: Record<string, unknown> = {}
  const problems: ConfigProblem[] = []
  for (const [key, value] of Object.entries(raw)) {
    const schema = Object.hasOwn(projectSettings, key) ? projectSettings[key as keyof typeof projectSettings] : null
    const parsed = schema?.safeParse(value)
    if (parsed === undefined) problems.push(warningAt(['switchboard', key], 'unknown key, ignored'))
    else if (parsed.success) project[key] = parsed.data
    else problems.push(errorAt(['switchboard', key], parsed.error.issues.map(({ message }) => message).join('; ')))
  }
  return { project, problems }
}
