/** A trial of a tool: the arguments that a person writes, and the run with them. */
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
  /** Whether the person wanted to run it with wrong arguments, which marks all of them. */
  readonly tried: boolean
  readonly run: ToolRun
  /** Whether clients can call the tool, and so the person. */
  readonly callable: boolean
  /** Whether it can be run now. */
  readonly ready: boolean
  /** Around the arguments: wrong ones get the focus. */
  readonly argumentsRef: RefObject<HTMLDivElement | null>
  readonly start: () => void
  /** Whatever the schema says: its server decides. */
  readonly startAnyway: () => void
  readonly cancel: () => void
  /** For everything open about the tool: Ctrl+Enter runs it from anywhere inside. */
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
    // After the errors are rendered.
    requestAnimationFrame(() => focusFirstWrong(argumentsRef.current))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    if (!event.repeat) start()
  }
  return { draft, setDraft, review, tried, run, callable, ready, argumentsRef, start, startAnyway, cancel, onKeyDown }
}
