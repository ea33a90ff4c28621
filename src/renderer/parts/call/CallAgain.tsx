/** The tool of a recorded call, with its arguments filled in. Nothing runs until the person presses Run. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { CallRecord } from '#contract/tools/call'
import { messageOf } from '#contract/errors'
import { useEngine } from '#renderer/client/engine.ts'
import { prettyJson } from '#renderer/model/calls/prettyJson.ts'
import { useNamesIn } from '#renderer/model/projects/chosenProject.ts'
import { ToolSheet } from '#renderer/parts/tool/ToolSheet.tsx'
import { Dialog } from '#renderer/ui/overlay/Dialog.tsx'
import { Notice } from '#renderer/ui/notes/Notice.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

/** Longer arguments cannot be edited sensibly in a text box. */
const maxBytes = 1_000_000

/**
 * The complete arguments of a call. `text` is null while they are being read, and if that failed: `problem` says why.
 */
function useArguments(call: CallRecord) {
  const { api } = useEngine()
  const isWhole = !call.wholeKept.includes('arguments')
  const [text, setText] = useState<string | null>(isWhole ? call.arguments : null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    if (isWhole) return
    void (async () => {
      try {
        const page = await api.calls.read({ id: call.id, part: 'arguments', bytes: maxBytes })
        if (page.next === null) setText(page.text)
        else setProblem('The arguments of this call are too large to edit here.')
      } catch (thrown) {
        setProblem(messageOf(thrown))
      }
    })()
  }, [api, call.id, isWhole])
  return { text, problem }
}

export function CallAgain({ call, onClose }: { call: CallRecord; onClose: () => void }) {
  const { queries } = useEngine()
  const { text, problem } = useArguments(call)
  const projectId = useNamesIn(call.projectId === null ? [] : [call.projectId])
  const input = { server: call.server ?? '', ...(projectId !== null && { projectId }) }
  const { data: tools, error } = useQuery(queries.tools.list.queryOptions({ input }))
  const tool = tools?.find((one) => one.name === call.originalTool)
  if (tool !== undefined && text !== null)
    return <ToolSheet tool={tool} projectId={projectId} initialArguments={prettyJson(text)} onClose={onClose} />
  const missing = tools !== undefined && tool === undefined ? 'This tool no longer exists.' : null
  const said = problem ?? missing ?? (error === null ? null : messageOf(error))
  return (
    <Dialog shape="sheet" open onOpenChange={(open) => !open && onClose()} title={visibleText(call.tool)}>
      {said !== null && <Notice tone="warn">{visibleText(said)}</Notice>}
    </Dialog>
  )
}
