/** How many tools are on. What is switched on is not on while its server is off. Words only. Pure. */
import type { ToolSnapshot } from '#contract/tools/tool'

type SwitchedTool = Pick<ToolSnapshot, 'server' | 'enabled' | 'quarantine'>

/** `filtered`: they are some of more. */
export function onText(shown: readonly SwitchedTool[], serversOff: ReadonlySet<string>, filtered: boolean): string {
  const switched = shown.filter((tool) => tool.enabled)
  const on = switched.filter((tool) => !serversOff.has(tool.server))
  const quarantined = on.filter((tool) => tool.quarantine !== null).length
  const waiting = switched.length - on.length
  return [
    ...(filtered ? [`${shown.length} found`] : []),
    `${on.length} on`,
    ...(quarantined > 0 ? [`${quarantined} of them quarantined`] : []),
    ...(waiting > 0 ? [`${waiting} when the server is on`] : []),
  ].join(', ')
}
