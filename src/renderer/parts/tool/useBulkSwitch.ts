import type { ToolSnapshot } from '#contract/tools/tool'
import { counted } from '#contract/text/counted'
import type { ToolKey } from '#renderer/model/tools/toolKey.ts'
import { useToasts } from '#renderer/ui/overlay/Toasts.tsx'

/** Switches many tools, shows how many, and offers Undo. */
export function useBulkSwitch(setEnabled: (which: readonly ToolKey[], enabled: boolean) => Promise<void>) {
  const { show } = useToasts()
  return (which: readonly ToolSnapshot[], enabled: boolean) => {
    const keys = which.map(({ server, name }) => ({ server, name }))
    void setEnabled(keys, enabled)
    show({
      title: `Switched ${counted(keys.length, 'tool')} ${enabled ? 'on' : 'off'}`,
      action: { label: 'Undo', run: () => void setEnabled(keys, !enabled) },
    })
  }
}
