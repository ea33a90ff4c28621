import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useRef } from 'react'
import type { ToolSnapshot } from '#contract/tool'
import { ToolMarks } from '#renderer/features/servers/tools/ToolMarks.tsx'
import { Switch } from '#renderer/ui/Switch.tsx'
import { visibleText } from '#renderer/ui/visibleText.ts'

const rowHeight = 56
const longestShown = 400

interface ToolRowProps {
  tool: ToolSnapshot
  onOpen: (tool: ToolSnapshot) => void
  onSwitch: (tool: ToolSnapshot, enabled: boolean) => void
}

const ToolRow = memo(function ToolRow({ tool, onOpen, onSwitch }: ToolRowProps) {
  const name = visibleText(tool.name)
  const about = tool.quarantine ?? tool.description.slice(0, longestShown).replaceAll(/\s+/g, ' ')
  return (
    <div className="relative flex h-full items-center gap-3 border-b border-line px-5 transition-colors hover:bg-hover">
      <div className="min-w-0 flex-1">
        <div className="flex min-w-0 items-center gap-2">
          <button
            type="button"
            onClick={() => onOpen(tool)}
            className="truncate font-mono text-sm font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
          >
            {name}
          </button>
          <ToolMarks tool={tool} />
        </div>
        <p className={tool.quarantine === null ? 'truncate text-sm text-muted' : 'truncate text-sm text-warn'}>
          {visibleText(about)}
        </p>
      </div>
      <Switch
        label={`${name} on`}
        checked={tool.enabled}
        onCheckedChange={(enabled) => onSwitch(tool, enabled)}
        className="relative z-10"
      />
    </div>
  )
})

export interface ToolListProps extends Omit<ToolRowProps, 'tool'> {
  tools: readonly ToolSnapshot[]
}

export function ToolList({ tools, onOpen, onSwitch }: ToolListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- the page is built without the compiler that this is about
  const virtual = useVirtualizer({
    count: tools.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => tools[index]?.name ?? index,
    overscan: 10,
  })
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto">
      <ul aria-label="Tools" className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const tool = tools[item.index]
          return (
            tool && (
              <li
                key={item.key}
                aria-setsize={tools.length}
                aria-posinset={item.index + 1}
                data-tool={tool.name}
                className="absolute inset-x-0 top-0"
                style={{ height: rowHeight, transform: `translateY(${item.start}px)` }}
              >
                <ToolRow tool={tool} onOpen={onOpen} onSwitch={onSwitch} />
              </li>
            )
          )
        })}
      </ul>
    </div>
  )
}
