/** The lines that show a client's view: each server, and below it its tools. Pure. */
import type { ToolInSight } from '#contract/tools/sight'
import { serverWords } from '#renderer/parts/question/card/questionWords.ts'
import type { SightState } from '#renderer/features/projects/projectsSearch.ts'

export interface ServerLine {
  readonly kind: 'server'
  readonly slug: string
  readonly name: string
  /** How many of the server's tools the client sees, whatever the search. */
  readonly seen: number
  readonly total: number
  /** Whether the tools are hidden because the server is off. */
  readonly isOff: boolean
}

export interface ToolLine {
  readonly kind: 'tool'
  readonly key: string
  readonly tool: ToolInSight
  readonly serverName: string
}

export type SightLine = ServerLine | ToolLine

export interface Wanted {
  readonly state: SightState | undefined
  /** The search words, in lower case. */
  readonly words: readonly string[]
}

export interface SightCounts {
  readonly seen: number
  readonly hidden: number
  readonly servers: number
}

export function countsOf(tools: readonly ToolInSight[]): SightCounts {
  const seen = tools.filter(({ hidden }) => hidden === null).length
  return { seen, hidden: tools.length - seen, servers: new Set(tools.map(({ server }) => server)).size }
}

export function lineKey(line: SightLine): string {
  return line.kind === 'server' ? line.slug : line.key
}

/** `names`: the names of the servers, by slug. */
export function sightLines(
  tools: readonly ToolInSight[],
  names: ReadonlyMap<string, string>,
  { state, words }: Wanted,
): SightLine[] {
  return [...byServer(tools)].flatMap(([slug, those]) => {
    const name = names.get(slug) ?? serverWords(slug)
    const found = toolLines(those, name).filter(({ tool }) => isInState(tool, state) && matches(tool, name, words))
    if (found.length === 0) return []
    const seen = those.filter(({ hidden }) => hidden === null).length
    const isOff = those.some(({ hidden }) => hidden === 'serverOff')
    const head: SightLine = { kind: 'server', slug, name, seen, total: those.length, isOff }
    return [head, ...found]
  })
}

/** Quarantined tools may share a name, or have none. Further tools with the same name get a number in their key. */
function toolLines(tools: readonly ToolInSight[], serverName: string): ToolLine[] {
  const counts = new Map<string, number>()
  return tools.map((tool) => {
    const before = counts.get(tool.name) ?? 0
    counts.set(tool.name, before + 1)
    const key = `${tool.server}/${tool.name}${before === 0 ? '' : `/${before}`}`
    return { kind: 'tool', key, tool, serverName }
  })
}

function byServer(tools: readonly ToolInSight[]): Map<string, ToolInSight[]> {
  const those = new Map<string, ToolInSight[]>()
  for (const tool of tools) {
    const known = those.get(tool.server)
    if (known === undefined) those.set(tool.server, [tool])
    else known.push(tool)
  }
  return those
}

function isInState({ hidden }: ToolInSight, state: SightState | undefined): boolean {
  return state === undefined || (hidden === null) === (state === 'seen')
}

function matches(tool: ToolInSight, serverName: string, words: readonly string[]): boolean {
  if (words.length === 0) return true
  const texts = [tool.name, tool.publicName ?? '', tool.title ?? '', tool.server, serverName]
  const text = texts.join('\n').toLowerCase()
  return words.every((word) => text.includes(word))
}
