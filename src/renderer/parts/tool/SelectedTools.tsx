/** The actions for selected tools, below the list. */
import type { ToolSnapshot } from '#contract/tools/tool'
import { Button } from '#renderer/ui/controls/Button.tsx'

export interface SelectedToolsProps {
  tools: readonly ToolSnapshot[]
  onSwitch: (tools: readonly ToolSnapshot[], enabled: boolean) => void
  onClear: () => void
}

export function SelectedTools({ tools, onSwitch, onClear }: SelectedToolsProps) {
  const on = tools.filter((tool) => tool.enabled)
  const off = tools.filter((tool) => !tool.enabled)
  return (
    <div
      className={tools.length === 0 ? 'sr-only' : 'flex flex-wrap items-center gap-2 border-t border-line px-5 py-2'}
    >
      <p className="flex-1 text-sm font-medium whitespace-nowrap tabular-nums" aria-live="polite">
        {tools.length > 0 && `${tools.length.toLocaleString('en')} selected`}
      </p>
      {tools.length > 0 && (
        <>
          <Button size="small" disabled={off.length === 0} onClick={() => onSwitch(off, true)}>
            Turn on
          </Button>
          <Button size="small" disabled={on.length === 0} onClick={() => onSwitch(on, false)}>
            Turn off
          </Button>
          <Button size="small" look="quiet" onClick={onClear}>
            Clear
          </Button>
        </>
      )}
    </div>
  )
}
