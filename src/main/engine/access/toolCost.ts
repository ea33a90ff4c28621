/**
 * Estimates how much of a model's context a list of tools takes. The exact size is unknown, because each model splits
 * text into tokens in its own way. Pure.
 */
import type { PricedTool, ToolCost } from '#contract/clients/access'

/** The cost of all tools, and of each server's tools, most expensive first. */
export function totalCost(tools: readonly PricedTool[]): ToolCost {
  const servers = new Map<string, { server: string; tools: number; estimatedTokens: number }>()
  for (const tool of tools) {
    const server = servers.get(tool.server) ?? { server: tool.server, tools: 0, estimatedTokens: 0 }
    server.tools += 1
    server.estimatedTokens += tool.estimatedTokens
    servers.set(tool.server, server)
  }
  return {
    tools: tools.length,
    estimatedTokens: tools.reduce((sum, tool) => sum + tool.estimatedTokens, 0),
    servers: [...servers.values()].sort(costliestFirst),
  }
}

export function costliestFirst(
  one: { readonly estimatedTokens: number },
  other: { readonly estimatedTokens: number },
): number {
  return other.estimatedTokens - one.estimatedTokens
}
