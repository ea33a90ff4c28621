/** The tool of a call, with the call's arguments filled in. Nothing runs until the person presses Run. */
import type { ToolCallBlock } from '#contract/chat/chat'
import { callTitle } from '#renderer/features/chat/blocks/toolCallWords.ts'
import { useAppScope } from '#renderer/features/chat/apps/appScope.tsx'
import { ToolSheet } from '#renderer/parts/tool/ToolSheet.tsx'
import { useTools } from '#renderer/model/tools/useTools.ts'
import { Dialog } from '#renderer/ui/overlay/Dialog.tsx'
import { Notice } from '#renderer/ui/notes/Notice.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export interface PlaygroundSheetProps {
  block: ToolCallBlock
  initialArguments: string
  onClose: () => void
}

export function PlaygroundSheet({ block, initialArguments, onClose }: PlaygroundSheetProps) {
  const { projectId } = useAppScope()
  const { tools, isPending } = useTools({ projectId })
  const tool = tools.find((one) => one.server === block.server && one.name === block.toolName)
  if (tool !== undefined)
    return <ToolSheet tool={tool} projectId={projectId} initialArguments={initialArguments} onClose={onClose} />
  return (
    <Dialog shape="sheet" open onOpenChange={(open) => !open && onClose()} title={visibleText(callTitle(block))}>
      {!isPending && <Notice tone="warn">This tool no longer exists, or does not belong to a server.</Notice>}
    </Dialog>
  )
}
