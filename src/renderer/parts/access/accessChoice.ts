/**
 * A client's choice, edited as checkboxes: a checked tool is visible. `except` lists unchecked tools, so tools added
 * later are visible; `only` lists checked ones. Pure.
 */
import type { ToolChoice } from '#contract/tools/toolChoice'

export const everything: ToolChoice = { mode: 'except', servers: {} }

export function withServer(choice: ToolChoice, slug: string, ticked: boolean): ToolChoice {
  return naming(choice, slug, ticked === (choice.mode === 'only') ? 'all' : [])
}

/** Checks or unchecks one tool. `tools`: all tools of its server. */
export function withTool(
  choice: ToolChoice,
  slug: string,
  tools: readonly string[],
  tool: string,
  ticked: boolean,
): ToolChoice {
  const before = choice.servers[slug]
  const names = new Set(before === 'all' ? tools : before)
  if (ticked === (choice.mode === 'only')) names.add(tool)
  else names.delete(tool)
  return naming(choice, slug, tools.every((one) => names.has(one)) ? 'all' : [...names])
}

/** Checks or unchecks all these tools. Each server is passed with all its tools. */
export function withAll(
  choice: ToolChoice,
  listed: ReadonlyMap<string, { readonly all: readonly string[]; readonly listed: readonly string[] }>,
  ticked: boolean,
): ToolChoice {
  return [...listed].reduce(
    (before, [slug, { all, listed: tools }]) =>
      tools.length === all.length
        ? withServer(before, slug, ticked)
        : tools.reduce((one, tool) => withTool(one, slug, all, tool, ticked), before),
    choice,
  )
}

/** The same checkboxes in the other mode. The mode decides whether tools added later are included. */
export function withMode(
  choice: ToolChoice,
  mode: ToolChoice['mode'],
  toolsOf: ReadonlyMap<string, readonly string[]>,
): ToolChoice {
  if (mode === choice.mode) return choice
  const servers: ToolChoice['servers'] = {}
  for (const [slug, tools] of toolsOf) {
    const before = choice.servers[slug]
    if (before === undefined) servers[slug] = 'all'
    else if (before !== 'all') servers[slug] = tools.filter((tool) => !before.includes(tool))
  }
  return { mode, servers }
}

function naming({ mode, servers }: ToolChoice, slug: string, names: 'all' | string[]): ToolChoice {
  const { [slug]: _before, ...others } = servers
  return { mode, servers: names === 'all' || names.length > 0 ? { ...others, [slug]: names } : others }
}

export function choiceText({ mode, servers }: ToolChoice): string {
  const entries = Object.entries(servers)
  if (entries.length === 0) return mode === 'except' ? 'Sees everything that is on' : 'Sees nothing'
  const list = entries.map(([slug, names]) => (names === 'all' ? slug : `${names.length} of ${slug}`)).join(', ')
  return mode === 'except' ? `Sees everything but ${list}` : `Sees only ${list}`
}
