import { Play, Square } from 'lucide-react'
import { useId, useState } from 'react'
import type { ToolSnapshot } from '#contract/tool'
import { draftOfText, hasFault } from '#renderer/features/tools/argumentFields.ts'
import { ArgumentsBox } from '#renderer/features/tools/ArgumentsBox.tsx'
import { argumentSkeleton } from '#renderer/features/tools/argumentSkeleton.ts'
import { readArguments } from '#renderer/features/tools/toolArguments.ts'
import { ToolResultView } from '#renderer/features/tools/ToolResultView.tsx'
import { useToolRun } from '#renderer/features/tools/useToolRun.ts'
import { Button } from '#renderer/ui/Button.tsx'
import { Keys } from '#renderer/ui/Keys.tsx'

export function TryTool({ tool, initialArguments }: { tool: ToolSnapshot; initialArguments?: string }) {
  const heading = useId()
  const [draft, setDraft] = useState(() =>
    draftOfText(initialArguments ?? JSON.stringify(argumentSkeleton(tool.inputSchema), null, 2)),
  )
  const { run, start, cancel } = useToolRun()
  const read = readArguments(draft.text, tool.inputSchema)
  const callable = tool.publicName !== null && tool.enabled && tool.quarantine === null
  const running = run.kind === 'running'
  const ready = callable && read.ok && !hasFault(draft) && !running
  const go = () => {
    if (ready && tool.publicName !== null) void start(tool.publicName, read.value)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys run it wherever the focus is
    <section
      aria-labelledby={heading}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        go()
      }}
    >
      <h3 id={heading} className="mb-1.5 text-sm font-semibold">
        Try it
      </h3>
      <ArgumentsBox inputSchema={tool.inputSchema} read={read} draft={draft} onDraft={setDraft} />
      <div className="mt-3 flex items-center gap-2">
        <Button look="primary" disabled={!ready} onClick={go}>
          <Play className="size-3.5" aria-hidden="true" />
          Run
        </Button>
        <Button disabled={!running} onClick={cancel}>
          <Square className="size-3.5" aria-hidden="true" />
          Cancel
        </Button>
        <span className="ml-auto hidden items-center gap-1.5 text-xs text-muted sm:flex">
          <Keys keys="Mod+Enter" /> runs it
        </span>
      </div>
      <ToolResultView run={run} />
    </section>
  )
}
