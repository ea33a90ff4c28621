import { Play, Square } from 'lucide-react'
import { useId, useState } from 'react'
import type { ToolSnapshot } from '#contract/tool'
import { argumentSkeleton } from '#renderer/features/tools/argumentSkeleton.ts'
import { readArguments } from '#renderer/features/tools/toolArguments.ts'
import { ToolResultView } from '#renderer/features/tools/ToolResultView.tsx'
import { useToolRun } from '#renderer/features/tools/useToolRun.ts'
import { Button } from '#renderer/ui/Button.tsx'
import { Field, TextArea } from '#renderer/ui/Field.tsx'
import { Keys } from '#renderer/ui/Keys.tsx'
import { visibleText } from '#renderer/ui/visibleText.ts'

function remark(missing: readonly string[]): string | undefined {
  return missing.length === 0 ? undefined : `The schema also asks for ${missing.map(visibleText).join(', ')}.`
}

export function TryTool({ tool, initialArguments }: { tool: ToolSnapshot; initialArguments?: string }) {
  const heading = useId()
  const [text, setText] = useState(
    () => initialArguments ?? JSON.stringify(argumentSkeleton(tool.inputSchema), null, 2),
  )
  const { run, start, cancel } = useToolRun()
  const read = readArguments(text, tool.inputSchema)
  const callable = tool.publicName !== null && tool.enabled && tool.quarantine === null
  const running = run.kind === 'running'
  const ready = callable && read.ok && !running
  const go = () => {
    if (ready && tool.publicName !== null) void start(tool.publicName, read.value)
  }
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className="mb-1.5 text-sm font-semibold">
        Try it
      </h3>
      <Field
        label="Arguments (JSON)"
        hint={read.ok ? remark(read.missing) : undefined}
        error={read.ok ? undefined : read.message}
      >
        {(control) => (
          <TextArea
            {...control}
            rows={Math.min(14, Math.max(4, text.split('\n').length))}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
              event.preventDefault()
              go()
            }}
          />
        )}
      </Field>
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
