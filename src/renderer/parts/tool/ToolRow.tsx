import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import { memo } from 'react'
import type { ToolSnapshot } from '#contract/tools/tool'
import { isOffered, shortCount, toolCost } from '#renderer/model/tools/toolCost.ts'
import { toolDescription } from '#renderer/model/tools/toolDescription.ts'
import { ToolMarks } from '#renderer/parts/tool/ToolMarks.tsx'
import { Switch } from '#renderer/ui/controls/Switch.tsx'
import type { RowState } from '#renderer/ui/rows/EqualRows.tsx'
import { coversRow } from '#renderer/ui/rows/rows.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

const maxShownLength = 400

export interface ToolRowProps extends RowState {
  tool: ToolSnapshot
  /** Whether tools of other servers are in the list. The row then names its server. */
  amongOthers: boolean
  /** The amount by which the list is sorted; null: the tool's cost is shown. */
  figure: string | null
  onOpen: (tool: ToolSnapshot) => void
  onSwitch: (tool: ToolSnapshot, enabled: boolean) => void
}

function Figure({ tool, figure }: Pick<ToolRowProps, 'tool' | 'figure'>) {
  return (
    <span
      title={figure === null ? `About ${toolCost(tool)} tokens in every request from a client that sees it` : undefined}
      className="w-22 text-right text-xs text-muted tabular-nums max-md:hidden"
    >
      {figure ?? `${shortCount(toolCost(tool))} tokens`}
    </span>
  )
}

export const ToolRow = memo(function ToolRow(props: ToolRowProps) {
  const { tool, amongOthers, figure, isStop, isSelected, onOpen, onSwitch } = props
  const name = visibleText(tool.name)
  const about = tool.quarantine ?? toolDescription(tool).slice(0, maxShownLength).replaceAll(/\s+/g, ' ')
  const renamed = tool.publicName !== null && tool.publicName !== tool.name
  const tabIndex = isStop ? undefined : -1
  return (
    <div
      data-tool={tool.name}
      data-of={tool.server}
      data-selected={isSelected || undefined}
      className={clsx(
        'relative flex h-full items-center gap-3 border-b border-line px-5 transition-colors',
        isSelected ? 'bg-selected' : 'hover:bg-hover',
      )}
    >
      {isSelected && <Check className="-mx-1 size-4 shrink-0 text-accent" aria-hidden="true" />}
      <div className="min-w-0 flex-1">
        <div className="flex min-w-0 items-center gap-2">
          <button
            type="button"
            data-row-link=""
            tabIndex={tabIndex}
            onClick={() => onOpen(tool)}
            className={clsx(
              'truncate font-mono text-sm font-medium',
              coversRow,
              amongOthers && !isOffered(tool) && 'text-muted',
            )}
          >
            {name}
            {isSelected && <span className="sr-only">, selected</span>}
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
          <Figure tool={tool} figure={figure} />
        </>
      )}
      <Switch
        label={amongOthers ? `${name} of ${tool.server} on` : `${name} on`}
        checked={tool.enabled}
        onCheckedChange={(enabled) => onSwitch(tool, enabled)}
        tabIndex={tabIndex}
        className="relative z-10"
      />
    </div>
  )
})
