/** Filters tools by project, server, state and search words. Pure. */
import type { ToolSnapshot } from '#contract/tools/tool'
import { toolDescription } from '#renderer/model/tools/toolDescription.ts'
import { toolKey } from '#renderer/model/tools/toolKey.ts'
import type { ToolSearch } from '#renderer/model/tools/toolSearch.ts'

export function matchesWords(tool: ToolSnapshot, words: readonly string[]): boolean {
  return words.every((word) =>
    [tool.name, tool.publicName ?? '', tool.title ?? '', toolDescription(tool)].some((text) =>
      text.toLowerCase().includes(word),
    ),
  )
}

export function wordsOf(search: string): string[] {
  return search.toLowerCase().split(/\s+/).filter(Boolean)
}

function isInState(tool: ToolSnapshot, { state }: ToolSearch, changed: ReadonlySet<string>): boolean {
  if (state === undefined) return true
  switch (state) {
    case 'on':
      return tool.enabled && tool.quarantine === null
    case 'off':
      return !tool.enabled
    case 'quarantined':
      return tool.quarantine !== null
    case 'changed':
      return changed.has(toolKey(tool))
  }
}

/** `changed`: the keys of allowed tools whose definition has changed since they were allowed. */
export function filterTools(
  tools: readonly ToolSnapshot[],
  servers: ReadonlySet<string>,
  filter: ToolSearch,
  search: string,
  changed: ReadonlySet<string> = new Set(),
): ToolSnapshot[] {
  const words = wordsOf(search)
  return tools.filter(
    (tool) =>
      servers.has(tool.server) &&
      (filter.server === undefined || tool.server === filter.server) &&
      isInState(tool, filter, changed) &&
      matchesWords(tool, words),
  )
}
