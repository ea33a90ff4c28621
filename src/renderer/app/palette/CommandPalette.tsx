/** Finds everything that a person can open or do, by its name. */
import { Dialog } from 'radix-ui'
import { useMemo } from 'react'
import { useCommandEntries } from '#renderer/app/palette/entries/useCommandEntries.ts'
import { useConversationEntries } from '#renderer/app/palette/entries/useConversationEntries.ts'
import { usePlaceEntries } from '#renderer/app/palette/entries/usePlaceEntries.ts'
import { useServerEntries } from '#renderer/app/palette/entries/useServerEntries.ts'
import { useToolEntries } from '#renderer/app/palette/entries/useToolEntries.ts'
import { PaletteBox } from '#renderer/app/palette/PaletteBox.tsx'
import { indexEntries } from '#renderer/app/palette/searchPalette.ts'
import type { ToolKey } from '#renderer/model/tools/toolKey.ts'
import { Overlay } from '#renderer/ui/overlay/Overlay.tsx'

export interface CommandPaletteProps {
  onClose: () => void
  onHelp: () => void
  /** Opens a tool to try it. */
  onTool: (tool: ToolKey) => void
}

export function CommandPalette({ onClose, onHelp, onTool }: CommandPaletteProps) {
  const commands = useCommandEntries(onHelp)
  const servers = useServerEntries()
  const places = usePlaceEntries()
  const conversations = useConversationEntries()
  const tools = useToolEntries(onTool)
  const indexedTools = useMemo(() => indexEntries(tools), [tools])
  const index = [...indexEntries([...commands, ...servers, ...places, ...conversations]), ...indexedTools]
  return (
    <Overlay
      onClose={onClose}
      aria-describedby={undefined}
      className="fixed inset-x-3 top-[12vh] z-40 mx-auto max-w-xl animate-rise overflow-hidden rounded-xl bg-raised shadow-float outline-none"
    >
      <Dialog.Title className="sr-only">Commands</Dialog.Title>
      <PaletteBox index={index} onClose={onClose} />
    </Overlay>
  )
}
