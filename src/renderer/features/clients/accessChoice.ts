/**
 * What a client may see, as ticks: ticked is seen. `except` keeps a list of what is not ticked, so that what is added
 * later is seen; `only` keeps a list of what is. Pure.
 */
import type { AccessChoice } from '#contract/clients/access'

export const everything: AccessChoice = { mode: 'except', servers: {} }

type Ticks = 'all' | 'some' | 'none'

export function serverTicks({ mode, servers }: AccessChoice, slug: string): Ticks {
  const named = servers[slug]
  if (named === undefined) return mode === 'except' ? 'all' : 'none'
  if (named === 'all') return mode === 'except' ? 'none' : 'all'
  return 'some'
}

export function isToolTicked({ mode, servers }: AccessChoice, slug: string, tool: string): boolean {
  const named = servers[slug]
  const isNamed = named === 'all' || (named?.includes(tool) ?? false)
  return isNamed === (mode === 'only')
}

export function withServer(choice: AccessChoice, slug: string, ticked: boolean): AccessChoice {
  return naming(choice, slug, ticked === (choice.mode === 'only') ? 'all' : [])
}

/** `tools`: all of that server. */
export function withTool(
  choice: AccessChoice,
  slug: string,
  tools: readonly string[],
  tool: string,
  ticked: boolean,
): AccessChoice {
  const before = choice.servers[slug]
  const names = new Set(before === 'all' ? tools : before)
  if (ticked === (choice.mode === 'only')) names.add(tool)
  else names.delete(tool)
  return naming(choice, slug, tools.every((one) => names.has(one)) ? 'all' : [...names])
}

/** The same ticks, kept the other way: they differ in what becomes of tools that come later. */
export function withMode(
  choice: AccessChoice,
  mode: AccessChoice['mode'],
  toolsOf: ReadonlyMap<string, readonly string[]>,
): AccessChoice {
  if (mode === choice.mode) return choice
  const servers: AccessChoice['servers'] = {}
  for (const [slug, tools] of toolsOf) {
    const before = choice.servers[slug]
    if (before === undefined) servers[slug] = 'all'
    else if (before !== 'all') servers[slug] = tools.filter((tool) => !before.includes(tool))
  }
  return { mode, servers }
}

function naming({ mode, servers }: AccessChoice, slug: string, names: 'all' | string[]): AccessChoice {
  const { [slug]: _before, ...others } = servers
  return { mode, servers: names === 'all' || names.length > 0 ? { ...others, [slug]: names } : others }
}

export function choiceText({ mode, servers }: AccessChoice): string {
  const entries = Object.entries(servers)
  if (entries.length === 0) return mode === 'except' ? 'Sees everything that is on' : 'Sees nothing'
  const list = entries.map(([slug, names]) => (names === 'all' ? slug : `${names.length} of ${slug}`)).join(', ')
  return mode === 'except' ? `Sees everything but ${list}` : `Sees only ${list}`
}
