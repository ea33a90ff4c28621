/** The names that a thing may have: in the form that every client accepts, and by the rules of a project. Pure. */
import { createHash } from 'node:crypto'
import type { Naming } from '#contract/tools/tool'

export const maxNameLength = 64
const hashLength = 8

export interface NamingRules {
  readonly naming: Naming
  /** For example `{server}__{tool}`. */
  readonly prefix: string
  readonly maxLength: number
}

interface NamingFacts {
  /** Which names get a prefix. */
  readonly prefixed: 'all' | 'shared' | 'none'
  /** If several things claim a name, the last has it, even if another had it before. */
  readonly laterWins: boolean
}

export const namings: Readonly<Record<Naming, NamingFacts>> = {
  'prefix-on-conflict': { prefixed: 'shared', laterWins: false },
  'prefix-always': { prefixed: 'all', laterWins: false },
  override: { prefixed: 'none', laterWins: true },
}

/** Name forms of one thing, whatever other things are called. */
export interface NameForms {
  /** Its own name. */
  readonly bare: string
  /** With the slug of its server or group, following the template. */
  readonly qualified: string
  /** Its own name could be the qualified name of another thing. */
  readonly looksQualified: boolean
}

/** Called once per thing and cached: there are thousands, and few are new when names are assigned. */
export function nameForms({ prefix, maxLength }: NamingRules): (owner: string, name: string) => NameForms {
  const parts = prefix.split(/(\{server\}|\{tool\})/)
  const separators = parts.filter((part) => part !== '' && !part.startsWith('{'))
  return (owner, name) => {
    let filled = ''
    for (const part of parts) filled += part === '{server}' ? owner : part === '{tool}' ? name : part
    const bare = fitName(name, maxLength)
    const looksQualified = separators.every((separator) => bare.includes(separator)) || hasHash(bare)
    return { bare, qualified: fitName(filled, maxLength), looksQualified }
  }
}

/** Whether a name could be the qualified name of a thing of `owner`, whatever things it has. */
export function couldBeOf(owner: string, { prefix, maxLength }: NamingRules): (name: string) => boolean {
  const [head = '', tail = ''] = prefix.split('{tool}').map((part) => allowed(part.replaceAll('{server}', owner)))
  const isBetween = (name: string) =>
    name.length >= head.length + tail.length && name.startsWith(head) && name.endsWith(tail)
  return (name) => {
    if (isBetween(name)) return true
    if (!hasHash(name)) return false
    const left = name.slice(0, -hashLength - 1)
    // At the full length, the end of the name may have been cut off.
    return name.length === maxLength ? left.startsWith(head.slice(0, left.length)) : isBetween(left)
  }
}

/** Things keep their name forms from one of these rules to the other. */
export function haveSameForms(one: NamingRules, other: NamingRules): boolean {
  return one.prefix === other.prefix && one.maxLength === other.maxLength
}

/** A name of the allowed characters and length. A changed name gets a hash, so that it stays unique. */
export function fitName(name: string, maxLength: number): string {
  if (name.length <= maxLength && /^[A-Za-z0-9_-]*$/.test(name)) return name
  return withHash(allowed(name), name, maxLength)
}

function allowed(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, '_')
}

/** It ends like a name that was cut or changed. */
export function hasHash(name: string): boolean {
  return /_[0-9a-f]{8}$/.test(name)
}

export function withHash(readable: string, full: string, maxLength: number): string {
  const hash = createHash('sha256').update(full).digest('hex').slice(0, hashLength)
  return `${readable.slice(0, maxLength - hash.length - 1)}_${hash}`
}

export interface NamedThing extends NameForms {
  /** Unique among all that are named together. */
  readonly key: string
  readonly name: string
  /** Full names that it would have without the project's own name, or under a former slug of its server. */
  readonly formerly?: readonly string[]
  /** It always gets its bare name, whatever other things are called. No two reserved things have the same name. */
  readonly reserved?: boolean
}
