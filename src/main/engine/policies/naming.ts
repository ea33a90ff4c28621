/**
 * Under which name each tool is offered. Pure and deterministic: names are unique, of the form every client takes,
 * and do not depend on the order in which servers start.
 */
import { createHash } from 'node:crypto'
import type { Naming } from '#contract/tool'

export const maxNameLength = 64

export interface NamingRules {
  readonly naming: Naming
  /** For example `{server}__{tool}`. */
  readonly prefix: string
  readonly maxLength: number
}

export interface NamedThing {
  /** Unique among all that are named together. */
  readonly key: string
  /** The slug of its server, or of its group: what a prefix is made of. */
  readonly owner: string
  readonly name: string
  /** It always gets its bare name, whatever others are called. No two reserved things have the same name. */
  readonly reserved?: boolean
}

export interface NameAssignment {
  /** The public name by key. A thing without one is overridden by another. */
  readonly publicNames: ReadonlyMap<string, string>
  /** Every other name by which a thing may be called, and whose it is. Never one of the public names. */
  readonly aliases: ReadonlyMap<string, string>
  /** Names that more than one thing claims, with the keys that do, in order. */
  readonly clashes: ReadonlyMap<string, readonly string[]>
}

/**
 * `things` come in the order of their servers' positions. `previous` is the assignment before: a bare name that becomes
 * ambiguous stays callable for the one that had it.
 */
export function assignNames(
  things: readonly NamedThing[],
  rules: NamingRules,
  previous?: NameAssignment,
): NameAssignment {
  const claims = claimsOf(things)
  const publicNames = new Map<string, string>()
  const taken = new Set<string>()
  const give = (thing: NamedThing, wanted: string) => {
    const name = freeName(wanted, thing, taken, rules.maxLength)
    taken.add(name)
    publicNames.set(thing.key, name)
  }
  const reserved = things.filter((thing) => thing.reserved === true)
  for (const thing of reserved) give(thing, fitName(thing.name, rules.maxLength))
  const reservedNames = new Set(reserved.map((thing) => thing.name))
  // Then bare names: a prefixed name must give way to a tool that is really called so.
  const prefixed: NamedThing[] = []
  for (const thing of things) {
    if (thing.reserved === true) continue
    const rivals = claims.get(thing.name) ?? []
    if (rules.naming === 'override' && (rivals.at(-1) !== thing.key || reservedNames.has(thing.name))) continue
    if (rules.naming === 'prefix-always' || (rules.naming === 'prefix-on-conflict' && rivals.length > 1))
      prefixed.push(thing)
    else give(thing, fitName(thing.name, rules.maxLength))
  }
  const qualify = qualifier(rules)
  for (const thing of prefixed) give(thing, qualify(thing))
  return {
    publicNames,
    aliases: aliasesOf(things, qualify, taken, previous),
    clashes: new Map([...claims].filter(([, keys]) => keys.length > 1)),
  }
}

type Qualify = (thing: NamedThing) => string

/** The template is read once, not for every name: there are thousands. */
function qualifier({ prefix, maxLength }: NamingRules): Qualify {
  const parts = prefix.split(/(\{server\}|\{tool\})/)
  return (thing) => {
    let filled = ''
    for (const part of parts) filled += part === '{server}' ? thing.owner : part === '{tool}' ? thing.name : part
    return fitName(filled, maxLength)
  }
}

/** A name of the allowed characters and length; what had to be changed leaves a hash, so that it stays unique. */
export function fitName(name: string, maxLength: number): string {
  if (name.length <= maxLength && /^[A-Za-z0-9_-]*$/.test(name)) return name
  return withHash(name.replace(/[^A-Za-z0-9_-]/g, '_'), name, maxLength)
}

function withHash(readable: string, full: string, maxLength: number): string {
  const hash = createHash('sha256').update(full).digest('hex').slice(0, 8)
  return `${readable.slice(0, maxLength - hash.length - 1)}_${hash}`
}

function claimsOf(things: readonly NamedThing[]): Map<string, string[]> {
  const claims = new Map<string, string[]>()
  for (const thing of things) {
    const keys = claims.get(thing.name)
    if (keys === undefined) claims.set(thing.name, [thing.key])
    else keys.push(thing.key)
  }
  return claims
}

function freeName(wanted: string, thing: NamedThing, taken: ReadonlySet<string>, maxLength: number): string {
  let name = wanted
  for (let salt = 0; taken.has(name); salt++) name = withHash(wanted, `${thing.key} ${salt}`, maxLength)
  return name
}

function aliasesOf(
  things: readonly NamedThing[],
  qualify: Qualify,
  taken: ReadonlySet<string>,
  previous: NameAssignment | undefined,
): Map<string, string> {
  const aliases = new Map<string, string>()
  const add = (name: string, key: string) => {
    if (!taken.has(name) && !aliases.has(name)) aliases.set(name, key)
  }
  for (const thing of things) add(qualify(thing), thing.key)
  if (previous === undefined) return aliases
  // Almost every name of before is a name again; who is still there is asked for the few that are not.
  const left: [string, string][] = []
  for (const [key, name] of previous.publicNames) if (!taken.has(name) && !aliases.has(name)) left.push([name, key])
  for (const [name, key] of previous.aliases) if (!taken.has(name) && !aliases.has(name)) left.push([name, key])
  if (left.length === 0) return aliases
  const present = new Set(things.map((thing) => thing.key))
  for (const [name, key] of left) if (present.has(key)) add(name, key)
  return aliases
}
