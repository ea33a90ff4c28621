/** How many of the shown tools are on, and buttons that switch all of them. */
import type { ToolSnapshot } from '#contract/tools/tool'
import { isOn, useChosenProject } from '#renderer/model/projects/chosenProject.ts'
import { useServers } from '#renderer/model/servers/useServers.ts'
import { onText } from '#renderer/parts/tool/onText.ts'
import type { ToolKey } from '#renderer/model/tools/toolKey.ts'
import { useBulkSwitch } from '#renderer/parts/tool/useBulkSwitch.ts'
import { Button } from '#renderer/ui/controls/Button.tsx'

export interface BulkSwitchProps {
  shown: readonly ToolSnapshot[]
  /** Whether only some of the tools are shown. */
  filtered: boolean
  setEnabled: (which: readonly ToolKey[], enabled: boolean) => Promise<void>
}

export function BulkSwitch({ shown, filtered, setEnabled }: BulkSwitchProps) {
  const { data: servers } = useServers()
  const chosen = useChosenProject()
  const serversOff = new Set(servers?.filter((server) => !isOn(chosen, server)).map(({ slug }) => slug))
  const switchAll = useBulkSwitch(setEnabled)
  const on = shown.filter((tool) => tool.enabled)
  const off = shown.filter((tool) => !tool.enabled)
  return (
    <div className="flex flex-1 items-center gap-2">
      <p className="flex-1 text-sm whitespace-nowrap text-muted tabular-nums" aria-live="polite">
        {onText(shown, serversOff, filtered)}
      </p>
      <Button size="small" look="quiet" disabled={off.length === 0} onClick={() => switchAll(off, true)}>
        All on
      </Button>
      <Button size="small" look="quiet" disabled={on.length === 0} onClick={() => switchAll(on, false)}>
        All off
      </Button>
    </div>
  )
}
