/** Sorts tools by their use or cost, and gives the figure to show beside each. Pure. */
import { counted } from '#contract/text/counted'
import type { ToolSnapshot } from '#contract/tools/tool'
import type { ToolUsage } from '#contract/tools/usage'
import { shortCount, toolCost } from '#renderer/model/tools/toolCost.ts'
import { toolKey } from '#renderer/model/tools/toolKey.ts'
import type { ToolSort } from '#renderer/model/tools/toolSearch.ts'
import { relativeTime } from '#renderer/ui/text/relativeTime.ts'

export type UsageByTool = ReadonlyMap<string, ToolUsage>

export const sortTitles = {
  name: 'Name',
  tokens: 'Most tokens',
  calls: 'Most calls',
  errors: 'Most errors',
  used: 'Last used',
} satisfies Record<ToolSort, string>

export function usageByTool(usage: readonly ToolUsage[]): UsageByTool {
  return new Map(usage.map((one) => [toolKey(one), one]))
}

/** Whether this order needs the counts of past calls. */
export function needsUsage(sort: ToolSort | undefined): boolean {
  return sort === 'calls' || sort === 'errors' || sort === 'used'
}

function amountOf(tool: ToolSnapshot, sort: Exclude<ToolSort, 'name'>, usage: UsageByTool): number {
  const used = usage.get(toolKey(tool))
  switch (sort) {
    case 'tokens':
      return toolCost(tool)
    case 'calls':
      return used?.calls ?? 0
    case 'errors':
      return used?.errors ?? 0
    case 'used':
      return used?.lastUsedAt ?? 0
  }
}

/** Sorts the largest amounts first. Tools with equal amounts keep their order. */
export function sortTools(
  tools: readonly ToolSnapshot[],
  sort: ToolSort | undefined,
  usage: UsageByTool,
): readonly ToolSnapshot[] {
  if (sort === undefined) return tools
  if (sort === 'name') {
    const names = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
    return [...tools].sort((one, other) => names.compare(one.name, other.name))
  }
  const amounts = new Map(tools.map((tool) => [tool, amountOf(tool, sort, usage)]))
  return [...tools].sort((one, other) => (amounts.get(other) ?? 0) - (amounts.get(one) ?? 0))
}

/** The amount by which the list is sorted, as text. Null: the tool's cost is shown as usual. */
export function sortFigure(
  tool: ToolSnapshot,
  sort: ToolSort | undefined,
  usage: UsageByTool,
  now: number,
): string | null {
  const used = usage.get(toolKey(tool))
  switch (sort) {
    case 'calls':
      return used === undefined ? 'no calls' : `${shortCount(used.calls)} ${used.calls === 1 ? 'call' : 'calls'}`
    case 'errors':
      return counted(used?.errors ?? 0, 'error')
    case 'used':
      return used === undefined ? 'not used' : relativeTime(used.lastUsedAt, Math.max(now, used.lastUsedAt))
    case undefined:
    case 'name':
    case 'tokens':
      return null
  }
}
