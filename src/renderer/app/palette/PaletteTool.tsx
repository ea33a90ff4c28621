/** A tool chosen in the palette, opened over the page and ready to be tried. */
import { useChosenProject } from '#renderer/model/projects/chosenProject.ts'
import { useServers } from '#renderer/model/servers/useServers.ts'
import { type ToolKey, toolKey } from '#renderer/model/tools/toolKey.ts'
import { useTools } from '#renderer/model/tools/useTools.ts'
import { ToolSheet } from '#renderer/parts/tool/ToolSheet.tsx'
import { trialStartOf } from '#renderer/parts/tool/trialStart.ts'

export function PaletteTool({ wanted, onClose }: { wanted: ToolKey; onClose: () => void }) {
  const projectId = useChosenProject()?.id ?? null
  const { tools } = useTools({ projectId })
  const { data: servers } = useServers()
  const tool = tools.find((one) => toolKey(one) === toolKey(wanted))
  if (tool === undefined || servers === undefined) return null
  const isTrusted = servers.some(({ slug, trusted }) => slug === tool.server && trusted)
  return (
    <ToolSheet
      key={toolKey(tool)}
      tool={tool}
      projectId={projectId}
      trialStart={trialStartOf(tool, isTrusted)}
      onClose={onClose}
    />
  )
}
