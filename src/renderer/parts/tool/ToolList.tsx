import { clsx } from 'clsx'
import { memo } from 'react'
import type { ToolSnapshot } from '#contract/tools/tool'
import { isOffered, shortCount, toolCost } from '#renderer/model/tools/toolCost.ts'
import { ToolMarks } from '#renderer/parts/tool/ToolMarks.tsx'
import { toolDescription } from '#renderer/model/tools/toolDescription.ts'
import { toolKey } from '#renderer/model/tools/toolKey.ts'
import { EqualRows } from '#renderer/ui/rows/EqualRows.tsx'
import { Switch } from '#renderer/ui/controls/Switch.tsx'
import { coversRow } from '#renderer/ui/rows/rows.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

const rowHeight = 56
const maxShownLength = 400

interface ToolRowProps {
  tool: ToolSnapshot
  /** Whether tools of other servers are shown as well, so that each tool names its server and its cost. */
  amongOthers: boolean
  onOpen: (tool: ToolSnapshot) => void
  onSwitch: (tool: ToolSnapshot, enabled: boolean) => void
}

const ToolRow = memo(function ToolRow({ tool, amongOthers, onOpen, onSwitch }: ToolRowProps) {
  const name = visibleText(tool.name)
  const about = tool.quarantine ?? toolDescription(tool).slice(0, maxShownLength).replaceAll(/\s+/g, ' ')
  const renamed = tool.publicName !== null && tool.publicName !== tool.name
  return (
    <div
      data-tool={tool.name}
      data-of={tool.server}
      className="relative flex h-full items-center gap-3 border-b border-line px-5 transition-colors hover:bg-hover"
    >
      <div className="min-w-0 flex-1">
        <div className="flex min-w-0 items-center gap-2">
          <button
            type="button"
            onClick={() => onOpen(tool)}
            className={clsx(
              'truncate font-mono text-sm font-medium',
              coversRow,
              amongOthers && !isOffered(tool) && 'text-muted',
            )}
          >
            {name}
          </button>
          {renamed && (
            <span
              title="Name that clients see"
              className="shrink-[99999] truncate font-mono text-xs text-muted max-sm:hidden"
            >{`→ ${visibleText(tool.publicName ?? '')}`}</span>
          )}
          <ToolMarks tool={tool} />
        </div>
        <p className={tool.quarantine === null ? 'truncate text-sm text-muted' : 'truncate text-sm text-warn'}>
          {visibleText(about)}
        </p>
      </div>
      {amongOthers && (
        <>
          <span className="w-32 truncate text-right font-mono text-xs text-muted max-sm:hidden">{tool.server}</span>
          <span
            title={`About ${toolCost(tool)} tokens in every request of a client that sees it`}
            className="w-18 text-right text-xs text-muted tabular-nums max-md:hidden"
          >
            {shortCount(toolCost(tool))} tokens
          </span>
        </>
      )}
      <Switch
        label={amongOthers ? `${name} of ${tool.server} on` : `${name} on`}
        checked={tool.enabled}
        onCheckedChange={(enabled) => onSwitch(tool, enabled)}
        className="relative z-10"
      />
    </div>
  )
})

export interface ToolListProps extends Omit<ToolRowProps, 'tool' | 'amongOthers'> {
  tools: readonly ToolSnapshot[]
  amongOthers?: boolean
}

export function ToolList({ tools, amongOthers = false, onOpen, onSwitch }: ToolListProps) {
  return (
    <EqualRows label="Tools" rows={tools} keyOf={toolKey} height={rowHeight}>
      {(tool) => <ToolRow tool={tool} amongOthers={amongOthers} onOpen={onOpen} onSwitch={onSwitch} />}
    </EqualRows>
  )
}
