import { LoaderCircle } from 'lucide-react'
import { durationText } from '#contract/text/durationText'
import type { TrialProgress } from '#contract/tools/trial'
import { progressShare } from '#renderer/model/calls/progressShare.ts'
import { ProgressBar } from '#renderer/ui/notes/ProgressBar.tsx'
import { useNow } from '#renderer/ui/page/useNow.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

/** A running call: the elapsed time, and the progress that its server reports. */
export function RunningLine({ since, progress }: { since: number; progress: TrialProgress | null }) {
  const now = useNow(true)
  const elapsed = Math.max(0, now - since)
  const message = progress?.message ?? null
  return (
    <div className="flex flex-col gap-2 text-sm text-muted">
      <p className="flex items-center gap-2">
        <LoaderCircle className="size-4 shrink-0 animate-spin" aria-hidden="true" />
        Running…
        {/* Hidden from screen readers, which would read the time aloud every second. */}
        <span aria-hidden="true" className="tabular-nums">
          {elapsed < 1000 ? '' : durationText(elapsed - (elapsed % 1000))}
        </span>
      </p>
      {progress !== null && <ProgressBar label="Progress" share={progressShare(progress)} />}
      {message !== null && <p className="truncate text-xs">{visibleText(message)}</p>}
    </div>
  )
}
