/** Checks a server's list of tools: which tools can be offered, and which are quarantined, with the reason. Pure. */
import { checkTool, type ToolDefinition } from '#engine/policies/toolCheck'

export interface CheckedTool {
  readonly name: string
  /** The definition as the server sent it; null if the tool is quarantined. */
  readonly definition: ToolDefinition | null
  readonly quarantine: string | null
  /** The entry as received. */
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
        quarantine: 'The server lists this tool name twice. Switchboard uses the first tool.',
        raw,
      }
    seen.add(name)
    return { name, definition: check.tool, quarantine: null, raw }
  })
}
