/** The tools of the shown project. */
import { Wrench } from 'lucide-react'
import { useMemo } from 'react'
import type { PaletteEntry } from '#renderer/app/palette/paletteEntry.ts'
import { useChosenProject } from '#renderer/model/projects/chosenProject.ts'
import { type ToolKey, toolKey } from '#renderer/model/tools/toolKey.ts'
import { useTools } from '#renderer/model/tools/useTools.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

/** `onTool` must stay the same function: with a new one, all tools are indexed again. */
export function useToolEntries(onTool: (tool: ToolKey) => void): readonly PaletteEntry[] {
  const project = useChosenProject()
  const { tools } = useTools({ projectId: project?.id ?? null })
  return useMemo(
    () =>
      tools.map((tool): PaletteEntry => ({
        id: `tool-${toolKey(tool)}`,
        group: 'Tools',
        title: visibleText(tool.name),
        hint: tool.server,
        also: [tool.server, tool.title ?? '', tool.publicName ?? '', 'run tool'],
        icon: Wrench,
        mono: true,
        run: () => onTool({ server: tool.server, name: tool.name }),
      })),
    [tools, onTool],
  )
}
