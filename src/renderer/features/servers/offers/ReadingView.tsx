import type { ReactNode } from 'react'
import { durationText } from '#contract/text/durationText'
import type { Reading } from '#renderer/features/servers/offers/useReading.ts'
import { RunningLine } from '#renderer/parts/toolRun/RunningLine.tsx'
import { CopyButton } from '#renderer/ui/controls/CopyButton.tsx'
import { Notice } from '#renderer/ui/notes/Notice.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

interface ReadingViewProps<Result> {
  reading: Reading<Result>
  children: (result: Result) => ReactNode
}

export function ReadingView<Result>({ reading, children }: ReadingViewProps<Result>) {
  return (
    <div className="mt-4 min-h-24" aria-live="polite" aria-busy={reading.kind === 'running'} data-run={reading.kind}>
      {reading.kind === 'running' && <RunningLine since={reading.since} progress={null} />}
      {reading.kind === 'failed' && (
        <Notice tone="bad">
          <p className="whitespace-pre-wrap">{visibleText(reading.message)}</p>
        </Notice>
      )}
      {reading.kind === 'done' && (
        <>
          <div className="mb-2 flex items-center gap-2 text-sm">
            <span className="font-medium text-good">Answered</span>
            <span className="flex-1 text-muted tabular-nums">in {durationText(reading.durationMs)}</span>
            <CopyButton label="Copy answer" look="quiet" text={() => JSON.stringify(reading.result, null, 2)} />
          </div>
          {children(reading.result)}
        </>
      )}
    </div>
  )
}
