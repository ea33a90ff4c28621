/** What a thing may be called: of the form that every client takes, and by the rules of a project. Pure. */
import { createHash } from 'node:crypto'
import type { Naming } from '#contract/tool'

export const maxNameLength = 64

export interface NamingRules {
  readonly naming: Naming
  /** For example `{server}__{tool}`. */
  readonly prefix: string
  readonly maxLength: number
}

/** Of one thing, whatever others are called. */
export interface NameForms {
  /** Its own name. */
  readonly bare: string
  /** With the slug of its server, or of its group, as the template says. */
  readonly qualified: string
}

/** To be made once for each thing and kept: there are thousands, and few are new when names are assigned. */
export function nameForms({ prefix, maxLength }: NamingRules): (owner: string, name: string) => NameForms {
  const parts = prefix.split(/(\{server\}|\{tool\})/)
  return (owner, name) => {
    let filled = ''
    for (const part of parts) filled += part === '{server}' ? owner : part === '{tool}' ? name : part
    return { bare: fitName(name, maxLength), qualified: fitName(filled, maxLength) }
  }
}

/** Things keep their forms from one of these rules to the other. */
export function haveSameForms(one: NamingRules, other: NamingRules): boolean {
  return one.prefix === other.prefix && one.maxLength === other.maxLength
}

/** A name of the allowed characters and length; what had to be changed leaves a hash, so that it stays unique. */
export function fitName(name: string, maxLength: number): string {
  if (name.length <= maxLength && /^[A-Za-z0-9_-]*$/.test(name)) return name
  return withHash(name.replace(/[^A-Za-z0-9_-]/g, '_'), name, maxLength)
}

export function withHash(readable: string, full: string, maxLength: number): string {
  const hash = createHash('sha256').update(full).digest('hex').slice(0, 8)
  return `${readable.slice(0, maxLength - hash.length - 1)}_${hash}`
}
