/** What of a tool's definition a person allows: all that they and a model read of it. As text for people, and as a fingerprint. Pure. */
import { createHash } from 'node:crypto'
import { canonicalJson } from '#engine/policies/canonicalJson'
import type { ToolDefinition } from '#engine/policies/toolCheck'

/** JSON with sorted keys, one value a line: the order in which a server writes its keys means nothing. */
export function definitionText({ name, title, description, inputSchema, annotations }: ToolDefinition): string {
  return canonicalJson({ name, title, description, annotations, inputSchema }, 2)
}

export function fingerprintOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
