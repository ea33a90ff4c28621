/** A list of tools. Each row can be opened, switched, and selected to switch several. */
import { useCallback, useMemo, useRef, useState } from 'react'
import type { ToolSnapshot } from '#contract/tools/tool'
import { type ToolKey, toolKey } from '#renderer/model/tools/toolKey.ts'
import { SelectedTools } from '#renderer/parts/tool/SelectedTools.tsx'
import { ToolRow } from '#renderer/parts/tool/ToolRow.tsx'
import { useBulkSwitch } from '#renderer/parts/tool/useBulkSwitch.ts'
import { EqualRows } from '#renderer/ui/rows/EqualRows.tsx'
import { nothingSelected } from '#renderer/ui/rows/rowSelection.ts'
import { focusRows } from '#renderer/ui/rows/rowsAndSearch.ts'

const rowHeight = 56
const nameOf = (tool: ToolSnapshot) => tool.name

export interface ToolListProps {
  tools: readonly ToolSnapshot[]
  /** Whether the list has tools of several servers. */
  amongOthers?: boolean
  /** The amount by which the list is sorted. Absent or null: the tool's cost is shown. */
  figureOf?: (tool: ToolSnapshot) => string | null
  onOpen: (tool: ToolSnapshot) => void
  setEnabled: (which: readonly ToolKey[], enabled: boolean) => Promise<void>
}

export function ToolList({ tools, amongOthers = false, figureOf, onOpen, setEnabled }: ToolListProps) {
  const [selection, setSelection] = useState(nothingSelected)
  const bar = useRef<HTMLDivElement>(null)
  const switchAll = useBulkSwitch(setEnabled)
  // Selected tools that a filter hides are left out: buttons change only visible tools.
  const selected = useMemo(
    () => (selection.keys.size === 0 ? [] : tools.filter((tool) => selection.keys.has(toolKey(tool)))),
    [tools, selection],
  )
  const onSwitch = useCallback((tool: ToolSnapshot, enabled: boolean) => void setEnabled([tool], enabled), [setEnabled])
  return (
    <>
      <EqualRows
        label="Tools"
        rows={tools}
        keyOf={toolKey}
        labelOf={nameOf}
        height={rowHeight}
        selecting={{ selection, onSelection: setSelection }}
      >
        {(tool, { isStop, isSelected }) => (
          <ToolRow
            tool={tool}
            amongOthers={amongOthers}
            figure={figureOf?.(tool) ?? null}
            isStop={isStop}
            isSelected={isSelected}
            onOpen={onOpen}
            onSwitch={onSwitch}
          />
        )}
      </EqualRows>
      <div ref={bar}>
        <SelectedTools
          tools={selected}
          onSwitch={switchAll}
          onClear={() => {
            setSelection(nothingSelected)
            if (bar.current !== null) focusRows(bar.current, 'current')
          }}
        />
      </div>
    </>
  )
}
