/** What of a tool's definition a person allows: all that they and a model read of it. As text for people, and as a fingerprint. Pure. */
import { createHash } from 'node:crypto'
import type { ToolDefinition } from '#engine/policies/toolCheck'

/** JSON with sorted keys, one value a line: the order in which a server writes its keys means nothing. */
export function definitionText({ name, title, description, inputSchema, annotations }: ToolDefinition): string {
  return JSON.stringify({ name, title, description, annotations, inputSchema }, sortKeys, 2)
}

export function fingerprintOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

function sortKeys(_key: string, value: unknown): unknown {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value
}
