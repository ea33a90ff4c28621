import { useEffect, useEffectEvent, useState } from 'react'
import type { ToolSnapshot } from '#contract/tools/tool'
import { toolDescription } from '#renderer/model/tools/toolDescription.ts'
import { toolCost } from '#renderer/model/tools/toolCost.ts'
import { ToolMarks } from '#renderer/parts/tool/ToolMarks.tsx'
import type { TrialStart } from '#renderer/parts/tool/trialStart.ts'
import { TryTool } from '#renderer/parts/toolRun/TryTool.tsx'
import { useTrial } from '#renderer/parts/toolRun/useTrial.ts'
import { CopyButton } from '#renderer/ui/controls/CopyButton.tsx'
import { ConfirmDialog } from '#renderer/ui/overlay/ConfirmDialog.tsx'
import { Dialog } from '#renderer/ui/overlay/Dialog.tsx'
import { firstField, tabbablesIn } from '#renderer/ui/focus/reachable.ts'
import { Disclosure } from '#renderer/ui/notes/Disclosure.tsx'
import { Notice } from '#renderer/ui/notes/Notice.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

function HiddenReason({ tool }: { tool: ToolSnapshot }) {
  if (tool.quarantine !== null)
    return (
      <Notice tone="warn" className="mb-4">
        <p className="font-medium">Hidden from clients</p>
        <p>{visibleText(tool.quarantine)}</p>
      </Notice>
    )
  if (!tool.enabled)
    return (
      <Notice tone="plain" className="mb-4">
        This tool is off: clients can’t see it, and you can’t try it.
      </Notice>
    )
  return null
}

/** The ref of the trial when a person came to try the tool: focuses the first argument, or the button that runs it. */
function startHere(trial: HTMLElement | null): void {
  const start = trial && (firstField(trial) ?? tabbablesIn(trial)[0])
  start?.focus()
  trial?.scrollIntoView({ block: 'start' })
}

export interface ToolSheetProps {
  tool: ToolSnapshot
  /** The project by whose name the tool is shown and called. Null: its name across all projects is used. */
  projectId: string | null
  /** The initial arguments as JSON, for example from an earlier call. */
  initialArguments?: string
  /** How the trial starts, if the person came to try the tool rather than to read about it. */
  trialStart?: TrialStart
  onClose: () => void
}

export function ToolSheet({ tool, projectId, initialArguments, trialStart, onClose }: ToolSheetProps) {
  const trial = useTrial({ tool, projectId, initialArguments })
  const begin = useEffectEvent(() => {
    if (trialStart === 'run') trial.start()
  })
  useEffect(() => begin(), [])
  const [leaving, setLeaving] = useState(false)
  const isRunning = trial.run.kind === 'running'
  const close = () => (isRunning ? setLeaving(true) : onClose())
  return (
    <Dialog
      shape="sheet"
      open
      onOpenChange={(open) => !open && close()}
      onKeyDown={trial.onKeyDown}
      title={visibleText(tool.title ?? tool.name)}
    >
      <div className="mb-3 flex flex-wrap items-center gap-2 text-sm">
        <code className="min-w-0 font-mono break-all text-muted select-text">
          {visibleText(tool.publicName ?? tool.name)}
        </code>
        <ToolMarks tool={tool} />
        <span className="text-xs text-muted">
          of <span className="font-mono">{tool.server}</span>, about {toolCost(tool)} tokens
        </span>
        {tool.publicName !== null && <CopyButton label="Copy name" look="quiet" text={tool.publicName} />}
      </div>
      <HiddenReason tool={tool} />
      {toolDescription(tool) !== '' && (
        <p className="mb-4 max-h-48 overflow-y-auto text-sm break-words whitespace-pre-wrap select-text">
          {visibleText(toolDescription(tool))}
        </p>
      )}
      {tool.own !== null && (
        <Disclosure className="mb-4 text-sm text-muted" title="Server’s description">
          <p className="mt-1 font-mono break-all select-text">{visibleText(tool.name)}</p>
          <p className="max-h-48 overflow-y-auto break-words whitespace-pre-wrap select-text">
            {visibleText(tool.description)}
          </p>
        </Disclosure>
      )}
      <div ref={trialStart === undefined ? undefined : startHere}>
        <TryTool trial={trial} inputSchema={tool.inputSchema} />
      </div>
      {leaving && (
        <ConfirmDialog
          title="Stop the running call?"
          action="Stop the call"
          onConfirm={onClose}
          onClose={() => setLeaving(false)}
        >
          The tool has not answered yet. It may have done part of its work.
        </ConfirmDialog>
      )}
    </Dialog>
  )
}
