/** A server's listing after the check: what can be offered, and what is kept back with the reason. Pure. */
import { checkTool, type ToolDefinition } from '#engine/policies/toolCheck'

export interface CheckedTool {
  readonly name: string
  /** As the server gave it; null when it is quarantined. */
  readonly definition: ToolDefinition | null
  readonly quarantine: string | null
  /** The entry as it came. */
  readonly raw: unknown
}

export function checkListing(listing: readonly unknown[]): CheckedTool[] {
  const seen = new Set<string>()
  return listing.map((raw) => {
    const check = checkTool(raw)
    if (!check.ok) return { name: check.name, definition: null, quarantine: check.reason, raw }
    const { name } = check.tool
    if (seen.has(name))
      return {
        name,
        definition: null,
        quarantine: 'The server lists a tool of this name twice; the first is used.',
        raw,
      }
    seen.add(name)
    return { name, definition: check.tool, quarantine: null, raw }
  })
}
