/** The servers and tools that a conversation uses, as a list with checkboxes. Pure. */
import type { ServerSnapshot } from '#contract/servers/server'
import { choiceWithout, isToolLeft, type SwitchedOff, toolsLeft } from '#contract/tools/toolChoice'
import type { ToolSnapshot } from '#contract/tools/tool'
import { isOffered } from '#renderer/model/tools/toolCost.ts'
import type { ToolKey } from '#renderer/model/tools/toolKey.ts'

export interface ServerChoice {
  readonly slug: string
  readonly name: string
  readonly on: boolean
  readonly tools: readonly { readonly tool: ToolSnapshot; readonly on: boolean }[]
}

const nativeSlug = 'native'
const maxUnfolded = 12

/** `wanted`: the search text. Only tools whose name contains it are listed, with their servers. */
export function serverChoices(
  servers: readonly ServerSnapshot[],
  tools: readonly ToolSnapshot[],
  projectId: string,
  off: SwitchedOff,
  wanted: string,
  native: boolean,
): ServerChoice[] {
  const named = new Map([
    ...servers
      .filter((server) => server.enabledIn.includes(projectId))
      .map((server) => [server.slug, server.name] as const),
    // The tools of the engine itself are not listed. They are switched on or off together.
    ...(native ? [[nativeSlug, 'Switchboard’s own tools'] as const] : []),
  ])
  const choice = choiceWithout(off)
  const text = wanted.trim().toLowerCase()
  const offered = tools.filter((tool) => isOffered(tool) && tool.name.toLowerCase().includes(text))
  return [...named].flatMap(([slug, name]): ServerChoice[] => {
    const own = offered.filter((tool) => tool.server === slug)
    if (own.length === 0 && text !== '') return []
    const left = toolsLeft(choice, slug)
    return [{ slug, name, on: left !== 'none', tools: own.map((tool) => ({ tool, on: isToolLeft(left, tool.name) })) }]
  })
}

const names = (one: ToolKey, tool: ToolKey) => one.server === tool.server && one.name === tool.name

export function withServer(off: SwitchedOff, slug: string, on: boolean): SwitchedOff {
  const others = off.serversOff.filter((one) => one !== slug)
  return { ...off, serversOff: on ? others : [...others, slug] }
}

export function withTool(off: SwitchedOff, { server, name }: ToolKey, on: boolean): SwitchedOff {
  const others = off.toolsOff.filter((one) => !names(one, { server, name }))
  return { ...off, toolsOff: on ? others : [...others, { server, name }] }
}

/**
 * Switches everything listed on or off. If a server has listed tools, only those tools are switched off, so that a
 * person can tick a single tool afterwards.
 */
export function withAll(off: SwitchedOff, listed: readonly ServerChoice[], on: boolean): SwitchedOff {
  const slugs = new Set(listed.map(({ slug }) => slug))
  const tools = listed.flatMap((choice) => choice.tools.map(({ tool: { server, name } }) => ({ server, name })))
  const isListed = (key: ToolKey) => tools.some((tool) => names(tool, key))
  const unlisted = off.toolsOff.filter((key) => !isListed(key))
  if (on) return { serversOff: off.serversOff.filter((slug) => !slugs.has(slug)), toolsOff: unlisted }
  const whole = listed.filter((choice) => choice.tools.length === 0 && choice.on).map(({ slug }) => slug)
  return { serversOff: [...off.serversOff, ...whole], toolsOff: [...unlisted, ...tools] }
}

/** A server can be on while all its tools are off. Switching it on then switches on all its tools. */
export function switchedServer(off: SwitchedOff, server: ServerChoice, on: boolean): SwitchedOff {
  return on && server.on ? withAll(off, [server], true) : withServer(off, server.slug, on)
}

/** Whether servers start unfolded: while a search is active, or if there are only a few tools. */
export function startsUnfolded(listed: readonly ServerChoice[], search: string): boolean {
  return search.trim() !== '' || countChosen(listed).all <= maxUnfolded
}

/** How many tools are chosen, and how many there are. */
export function countChosen(choices: readonly ServerChoice[]): { readonly on: number; readonly all: number } {
  const tools = choices.flatMap((choice) => choice.tools)
  return { on: tools.filter((tool) => tool.on).length, all: tools.length }
}
