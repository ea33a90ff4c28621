/** A trial of a tool: the arguments that a person writes, and the run with them. */
import { type KeyboardEvent, useState } from 'react'
import type { ToolSnapshot } from '#contract/tools/tool'
import { type ArgumentDraft, draftOfText, hasFault } from '#renderer/parts/toolRun/argumentFields.ts'
import { argumentSkeleton } from '#renderer/parts/toolRun/argumentSkeleton.ts'
import { type ReadArguments, readArguments } from '#renderer/model/tools/toolArguments.ts'
import { type ToolRun, useToolRun } from '#renderer/parts/toolRun/useToolRun.ts'

export interface Trial {
  readonly draft: ArgumentDraft
  readonly setDraft: (draft: ArgumentDraft) => void
  readonly read: ReadArguments
  readonly run: ToolRun
  /** Whether it can be run now. */
  readonly ready: boolean
  readonly start: () => void
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
  const [draft, setDraft] = useState(() =>
    draftOfText(initialArguments ?? JSON.stringify(argumentSkeleton(tool.inputSchema), null, 2)),
  )
  const { run, start: call, cancel } = useToolRun(projectId)
  const read = readArguments(draft.text, tool.inputSchema)
  const callable = tool.publicName !== null && tool.enabled && tool.quarantine === null
  const ready = callable && read.ok && !hasFault(draft) && run.kind !== 'running'
  const start = () => {
    if (ready && tool.publicName !== null) void call(tool.publicName, read.value)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    start()
  }
  return { draft, setDraft, read, run, ready, start, cancel, onKeyDown }
}
