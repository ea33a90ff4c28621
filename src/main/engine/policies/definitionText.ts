/**
 * Makes a text and a fingerprint of the parts of a tool's definition that a person allows: everything that the person
 * and a model read. Pure.
 */
import { createHash } from 'node:crypto'
import { canonicalJson } from '#engine/policies/canonicalJson'
import type { ToolDefinition } from '#engine/policies/toolCheck'

/** The definition that a person allowed, or that the tool had at its first use. */
export interface SeenDefinition {
  readonly fingerprint: string
  readonly definition: string
}

export interface PrintedDefinition extends SeenDefinition {
  /**
   * The fingerprint by the former algorithm, without output schemas, icons and pages. Such fingerprints have no
   * version prefix.
   */
  readonly former: string
}

/** Matches the `_meta` fields that count: those that name a tool's pages. Servers put times into other fields. */
const pageKey = /^(?:ui|openai)(?:\/|$)/
const version = '2.'

export function printOf(tool: ToolDefinition): PrintedDefinition {
  const definition = definitionText(tool)
  return { fingerprint: version + hashOf(definition), definition, former: hashOf(formerText(tool)) }
}

/** Whether the definition is still the one that the person saw. */
export function isStill(
  seen: Pick<SeenDefinition, 'fingerprint'>,
  now: Pick<PrintedDefinition, 'fingerprint' | 'former'>,
) {
  return seen.fingerprint === now.fingerprint || seen.fingerprint === now.former
}

/** The definition as JSON with sorted keys, one value per line. The order of a server's keys means nothing. */
function definitionText({ _meta, ...read }: ToolDefinition): string {
  const pages = Object.entries(_meta ?? {}).filter(([key]) => pageKey.test(key))
  return canonicalJson(pages.length === 0 ? read : { ...read, _meta: Object.fromEntries(pages) }, 2)
}

function formerText({ name, title, description, inputSchema, annotations }: ToolDefinition): string {
  return canonicalJson({ name, title, description, annotations, inputSchema }, 2)
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
