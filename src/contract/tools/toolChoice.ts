/**
 * Which servers and tools a client or a conversation may use: one shape, and one function that says which are left.
 * Pure.
 */
import { z } from 'zod'
import { slug } from '#contract/servers/server'

/**
 * Servers and tools by slug: a whole server, or some of its tools by their original names. `except`: everything but
 * these, including servers and tools added later. `only`: these, and nothing that is added later.
 */
export const toolChoice = z.object({
  mode: z.enum(['except', 'only']),
  servers: z.record(slug, z.union([z.literal('all'), z.array(z.string().min(1).max(256)).max(10_000)])),
})
export type ToolChoice = z.infer<typeof toolChoice>

/**
 * What a conversation switches off in its project. Unlike a choice, it remembers which tools are off while their server
 * is off.
 */
export const switchedOff = z.object({
  /** Slugs of servers; `native` for Switchboard's own tools. */
  serversOff: z.array(slug).max(1000).default([]),
  /** Tools by their own names. */
  toolsOff: z
    .array(z.object({ server: slug, name: z.string().max(256) }))
    .max(10_000)
    .default([]),
})
export type SwitchedOff = z.infer<typeof switchedOff>

export function choiceWithout({ serversOff, toolsOff }: SwitchedOff): ToolChoice {
  const servers = new Map<string, 'all' | string[]>(serversOff.map((one) => [one, 'all']))
  for (const { server, name } of toolsOff) {
    const named = servers.get(server)
    if (named === undefined) servers.set(server, [name])
    else if (named !== 'all') named.push(name)
  }
  return { mode: 'except', servers: Object.fromEntries(servers) }
}

/** `none`: the server itself is excluded. Otherwise its prompts and resources stay, whichever of its tools are left. */
export type ToolsLeft = 'all' | 'none' | ((toolName: string) => boolean)

/** Which of a server's tools a choice leaves. Without a choice all are left. */
export function toolsLeft(choice: Readonly<ToolChoice> | undefined, server: string): ToolsLeft {
  if (choice === undefined) return 'all'
  const named = Object.hasOwn(choice.servers, server) ? choice.servers[server] : undefined
  const isOnly = choice.mode === 'only'
  if (named === undefined) return isOnly ? 'none' : 'all'
  if (named === 'all') return isOnly ? 'all' : 'none'
  let names: Set<string> | null = null
  return (toolName) => (names ??= new Set(named)).has(toolName) === isOnly
}

/** A server as choices name it: by its slug, or by the slug of a server that was united into it. */
export interface ChosenServer {
  readonly slug: string
  readonly formerSlugs?: readonly string[]
}

/** The name that a choice uses for a server. The current slug takes precedence over former ones. */
function nameIn(isNamed: (name: string) => boolean, server: ChosenServer): string | undefined {
  return [server.slug, ...(server.formerSlugs ?? [])].find(isNamed)
}

/** Which of a server's tools a choice leaves, whichever of the server's slugs it uses. */
export function leftOf(choice: Readonly<ToolChoice> | undefined, server: ChosenServer): ToolsLeft {
  const isNamed = (name: string) => choice !== undefined && Object.hasOwn(choice.servers, name)
  return toolsLeft(choice, nameIn(isNamed, server) ?? server.slug)
}

/**
 * Maps each name in a choice to its server's current slug, or to null if the choice also names that server by a slug
 * that takes precedence.
 */
function namesNow(named: Iterable<string>, servers: readonly ChosenServer[]): Map<string, string | null> {
  const now = new Map<string, string | null>([...named].map((name) => [name, name]))
  for (const server of servers) {
    const counting = nameIn((name) => now.has(name), server)
    for (const name of server.formerSlugs ?? []) if (now.has(name)) now.set(name, null)
    if (counting !== undefined) now.set(counting, server.slug)
  }
  return now
}

/** The same choice with current slugs. */
export function choiceNow({ mode, servers }: ToolChoice, known: readonly ChosenServer[]): ToolChoice {
  const entries = Object.entries(servers).filter(([, tools]) => mode === 'only' || tools.length > 0)
  const now = namesNow(
    entries.map(([name]) => name),
    known,
  )
  const renamed = entries.flatMap(([name, tools]) => {
    const slugNow = now.get(name) ?? null
    return slugNow === null ? [] : [[slugNow, tools] as const]
  })
  return { mode, servers: Object.fromEntries(renamed) }
}

/** What a conversation switches off, with current slugs. */
export function switchedOffNow({ serversOff, toolsOff }: SwitchedOff, known: readonly ChosenServer[]): SwitchedOff {
  const now = namesNow([...serversOff, ...toolsOff.map(({ server }) => server)], known)
  return {
    serversOff: serversOff.flatMap((server) => now.get(server) ?? []),
    toolsOff: toolsOff.flatMap(({ server, name }) => {
      const slugNow = now.get(server) ?? null
      return slugNow === null ? [] : [{ server: slugNow, name }]
    }),
  }
}

export function isToolLeft(left: ToolsLeft, toolName: string): boolean {
  return typeof left === 'function' ? left(toolName) : left === 'all'
}
