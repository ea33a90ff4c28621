/**
 * The cost of a tool's definition in tokens, estimated from its name, description and schema as JSON. Every model
 * counts differently. Pure.
 */
import { estimatedTokens } from '#contract/text/tokens'
import type { ToolSnapshot } from '#contract/tools/tool'
import { toolDescription } from '#renderer/model/tools/toolDescription.ts'

const known = new WeakMap<ToolSnapshot, number>()

export function toolCost(tool: ToolSnapshot): number {
  const before = known.get(tool)
  if (before !== undefined) return before
  const { name, publicName, inputSchema } = tool
  const cost = estimatedTokens(
    JSON.stringify({ name: publicName ?? name, description: toolDescription(tool), inputSchema }),
  )
  known.set(tool, cost)
  return cost
}

/** The cost of the tools that clients see. */
export function offeredCost(tools: readonly ToolSnapshot[]): number {
  return tools.reduce((sum, tool) => sum + (isOffered(tool) ? toolCost(tool) : 0), 0)
}

export function isOffered(tool: ToolSnapshot): boolean {
  return tool.publicName !== null && tool.enabled && tool.quarantine === null
}

/** A number in short form: `950`, `1.2k`, `34k`. */
export function shortCount(count: number): string {
  if (count < 1000) return String(count)
  return count < 9950 ? `${(count / 1000).toFixed(1)}k` : `${Math.round(count / 1000)}k`
}
