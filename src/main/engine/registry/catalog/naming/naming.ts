/**
 * Builds the possible names of a tool or prompt ("thing") by the project's rules, in a form that every client accepts.
 * Pure.
 */
import { createHash } from 'node:crypto'
import type { Naming } from '#contract/tools/tool'

export const maxNameLength = 64
const hashLength = 8

export interface NamingRules {
  readonly naming: Naming
  /** Template of a qualified name, such as `{server}__{tool}`. */
  readonly prefix: string
  readonly maxLength: number
}

interface NamingFacts {
  /** Which things get a prefixed name: all, those that share a name, or none. */
  readonly prefixed: 'all' | 'shared' | 'none'
  /** Whether the last of several things that claim a name gets it, even if another thing had it before. */
  readonly laterWins: boolean
}

export const namings: Readonly<Record<Naming, NamingFacts>> = {
  'prefix-on-conflict': { prefixed: 'shared', laterWins: false },
  'prefix-always': { prefixed: 'all', laterWins: false },
  override: { prefixed: 'none', laterWins: true },
}

/** The name forms of one thing, which do not depend on the names of other things. */
export interface NameForms {
  /** The thing's own name. */
  readonly bare: string
  /** The name with the slug of the server or group, built from the template. */
  readonly qualified: string
  /** Whether the bare name could be another thing's qualified name. */
  readonly looksQualified: boolean
}

/**
 * Returns a function that makes the name forms of one thing. Its results are cached by the caller: there are thousands
 * of things, and few of them are new when names are assigned.
 */
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

/** Returns a function that tests whether a name could be a qualified name of any thing that `owner` may have. */
export function couldBeOf(owner: string, { prefix, maxLength }: NamingRules): (name: string) => boolean {
  const [head = '', tail = ''] = prefix.split('{tool}').map((part) => allowed(part.replaceAll('{server}', owner)))
  const isBetween = (name: string) =>
    name.length >= head.length + tail.length && name.startsWith(head) && name.endsWith(tail)
  return (name) => {
    if (isBetween(name)) return true
    if (!hasHash(name)) return false
    const left = name.slice(0, -hashLength - 1)
    // A name of maximum length may have lost its end.
    return name.length === maxLength ? left.startsWith(head.slice(0, left.length)) : isBetween(left)
  }
}

/** Whether both rules give every thing the same name forms. */
export function haveSameForms(one: NamingRules, other: NamingRules): boolean {
  return one.prefix === other.prefix && one.maxLength === other.maxLength
}

/** Fits a name to the allowed characters and length. A changed name gets a hash, so that it stays unique. */
export function fitName(name: string, maxLength: number): string {
  if (name.length <= maxLength && /^[A-Za-z0-9_-]*$/.test(name)) return name
  return withHash(allowed(name), name, maxLength)
}

function allowed(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, '_')
}

/** Whether a name ends like a name that was shortened or changed. */
export function hasHash(name: string): boolean {
  return /_[0-9a-f]{8}$/.test(name)
}

export function withHash(readable: string, full: string, maxLength: number): string {
  const hash = createHash('sha256').update(full).digest('hex').slice(0, hashLength)
  return `${readable.slice(0, maxLength - hash.length - 1)}_${hash}`
}

export interface NamedThing extends NameForms {
  /** Unique among all things that are named together. */
  readonly key: string
  readonly name: string
  /** Full names that would lead to this thing without the project's own name, or under its server's former slugs. */
  readonly formerly?: readonly string[]
  /**
   * Whether the thing always gets its bare name, whatever the names of other things. No two reserved things have the
   * same name.
   */
  readonly reserved?: boolean
}
