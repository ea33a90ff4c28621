/** Describes a client for its owner. Pure. */
import type { AccessClient, AccessToken, PricedTool } from '#contract/clients/access'
import { toolLimitOf } from '#engine/access/clientKinds'
import { totalCost } from '#engine/access/toolCost'
import type { ClientRow } from '#engine/store/accessStore'

export function snapshotOf(row: ClientRow, tokens: AccessToken[], tools: readonly PricedTool[]): AccessClient {
  const toolLimit = toolLimitOf(row.kind)
  const isOver = toolLimit !== null && !row.search && tools.length > toolLimit
  return {
    ...row,
    tokens,
    cost: totalCost(tools),
    toolLimit,
    warning: isOver
      ? `This client sees ${tools.length} tools, but accepts only ${toolLimit}. Choose fewer, or turn on tool search.`
      : null,
  }
}
