/** Says how many tools are on. A tool does not count as on while its server is off. Pure. */
import type { ToolSnapshot } from '#contract/tools/tool'

type SwitchedTool = Pick<ToolSnapshot, 'server' | 'enabled' | 'quarantine'>

/** `filtered`: only some of the tools are shown. */
export function onText(shown: readonly SwitchedTool[], serversOff: ReadonlySet<string>, filtered: boolean): string {
  const switched = shown.filter((tool) => tool.enabled)
  const on = switched.filter((tool) => !serversOff.has(tool.server))
  const quarantined = on.filter((tool) => tool.quarantine !== null).length
  const waiting = switched.length - on.length
  return [
    ...(filtered ? [`${shown.length} found`] : []),
    `${on.length} on`,
    ...(quarantined > 0 ? [`${quarantined} quarantined`] : []),
    ...(waiting > 0 ? [`${waiting} once the server is on`] : []),
  ].join(', ')
}
