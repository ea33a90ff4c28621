/** A trial of a tool: the arguments that a person enters, and the run. */
import { type KeyboardEvent, type RefObject, useMemo, useRef, useState } from 'react'
import type { ToolSnapshot } from '#contract/tools/tool'
import { type ArgumentDraft, draftOfText } from '#renderer/parts/arguments/argumentDraft.ts'
import { type ArgumentReview, reviewArguments } from '#renderer/parts/arguments/argumentReview.ts'
import { argumentSkeleton } from '#renderer/parts/arguments/argumentSkeleton.ts'
import { type ToolRun, useToolRun } from '#renderer/parts/toolRun/useToolRun.ts'
import { focusFirstWrong } from '#renderer/ui/focus/focusFirstWrong.ts'

export interface Trial {
  readonly draft: ArgumentDraft
  readonly setDraft: (draft: ArgumentDraft) => void
  readonly review: ArgumentReview
  /** Whether the person tried to run the tool with wrong arguments. All of them are marked from then on. */
  readonly tried: boolean
  readonly run: ToolRun
  /** Whether clients can call the tool. The person can call the same tools. */
  readonly callable: boolean
  /** Whether the tool can be run now. */
  readonly ready: boolean
  /** The element around the arguments, in which the first wrong one gets the focus. */
  readonly argumentsRef: RefObject<HTMLDivElement | null>
  readonly start: () => void
  /** Runs the tool although its arguments do not match the schema: the server decides. */
  readonly startAnyway: () => void
  readonly cancel: () => void
  /** For the whole sheet of the tool: Ctrl+Enter runs the tool from anywhere inside. */
  readonly onKeyDown: (event: KeyboardEvent) => void
}

interface TriedTool {
  readonly tool: ToolSnapshot
  readonly projectId: string | null
  readonly initialArguments?: string | undefined
}

export function useTrial({ tool, projectId, initialArguments }: TriedTool): Trial {
  const { inputSchema, publicName } = tool
  const [draft, setDraft] = useState(() =>
    draftOfText(initialArguments ?? JSON.stringify(argumentSkeleton(inputSchema), null, 2)),
  )
  const [tried, setTried] = useState(false)
  const argumentsRef = useRef<HTMLDivElement>(null)
  const { run, start: call, cancel } = useToolRun(projectId)
  const review = useMemo(() => reviewArguments(inputSchema, draft), [inputSchema, draft])
  const callable = publicName !== null && tool.enabled && tool.quarantine === null
  const ready = callable && run.kind !== 'running'
  const startAnyway = () => {
    if (!ready || publicName === null || !review.read.ok || !review.isReadable) return
    setTried(false)
    void call(publicName, review.read.value)
  }
  const start = () => {
    if (!ready) return
    if (review.wrong === 0) return startAnyway()
    setTried(true)
    // Waits until the errors are rendered.
    requestAnimationFrame(() => focusFirstWrong(argumentsRef.current))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    if (!event.repeat) start()
  }
  return { draft, setDraft, review, tried, run, callable, ready, argumentsRef, start, startAnyway, cancel, onKeyDown }
}
