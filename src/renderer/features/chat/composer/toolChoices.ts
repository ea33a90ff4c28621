/** Which servers and tools a conversation uses, as a list with switches. Pure. */
import type { ToolChoice } from '#contract/chat/conversation'
import type { ServerSnapshot } from '#contract/servers/server'
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

/** `wanted`: only tools whose name holds it, and servers that have some. */
export function serverChoices(
  servers: readonly ServerSnapshot[],
  tools: readonly ToolSnapshot[],
  projectId: string,
  choice: ToolChoice,
  wanted: string,
  native: boolean,
): ServerChoice[] {
  const named = new Map([
    ...servers
      .filter((server) => server.projectId === projectId && server.enabled)
      .map((server) => [server.slug, server.name] as const),
    // Its tools are in no list: they are on or off together.
    ...(native ? [[nativeSlug, "Switchboard's own tools"] as const] : []),
  ])
  const text = wanted.trim().toLowerCase()
  const offered = tools.filter((tool) => isOffered(tool) && tool.name.toLowerCase().includes(text))
  return [...named].flatMap(([slug, name]): ServerChoice[] => {
    const own = offered.filter((tool) => tool.server === slug)
    if (own.length === 0 && text !== '') return []
    const on = !choice.serversOff.includes(slug)
    return [{ slug, name, on, tools: own.map((tool) => ({ tool, on: on && !isOff(choice, tool) })) }]
  })
}

const names = (one: ToolKey, tool: ToolKey) => one.server === tool.server && one.name === tool.name

function isOff(choice: ToolChoice, tool: ToolKey): boolean {
  return choice.toolsOff.some((one) => names(one, tool))
}

export function withServer(choice: ToolChoice, slug: string, on: boolean): ToolChoice {
  const others = choice.serversOff.filter((one) => one !== slug)
  return { ...choice, serversOff: on ? others : [...others, slug] }
}

export function withTool(choice: ToolChoice, { server, name }: ToolKey, on: boolean): ToolChoice {
  const others = choice.toolsOff.filter((one) => !names(one, { server, name }))
  return { ...choice, toolsOff: on ? others : [...others, { server, name }] }
}

/** So many tools the model is offered, of so many. */
export function countChosen(choices: readonly ServerChoice[]): { readonly on: number; readonly all: number } {
  const tools = choices.flatMap((choice) => choice.tools)
  return { on: tools.filter((tool) => tool.on).length, all: tools.length }
}
