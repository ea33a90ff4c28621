/** Decides whether a tool is known to change nothing: its server says so and is trusted. */
import type { CallableServer } from '#engine/connections/callable'
import type { ToolDefinition } from '#engine/policies/toolCheck'
import type { RouteMember } from '#engine/registry/catalog/toolRoute'

export interface ListedDefinitions {
  inUse(pairId: string): CallableServer | null
  /** The tool's definition as it is listed now; null if it is not listed. */
  definition(pairId: string, toolName: string): ToolDefinition | null
}

export function isKnownReadOnly(servers: ListedDefinitions, { pairId, original }: RouteMember): boolean {
  return servers.inUse(pairId)?.row.trusted === true && claimsReadOnly(servers.definition(pairId, original))
}

export function claimsReadOnly(definition: ToolDefinition | null): boolean {
  const { readOnlyHint } = Object(definition?.annotations) as { readonly readOnlyHint?: unknown }
  return readOnlyHint === true
}
