import {
  CircleDollarSign,
  CirclePause,
  CircleStop,
  Hourglass,
  type LucideIcon,
  RefreshCw,
  Scissors,
  ShieldAlert,
  Shrink,
  TriangleAlert,
  Unplug,
} from 'lucide-react'
import { clsx } from 'clsx'
import type { NoticeKind } from '#contract/chat/chat'
import { shownText } from '#renderer/ui/text/shownText.ts'
import { useModelSourceDialog } from '#renderer/features/chat/source/ModelSourceDialogs.tsx'
import { useModels } from '#renderer/model/chat/useModels.ts'
import { Button } from '#renderer/ui/controls/Button.tsx'

const looks: Readonly<
  Record<NoticeKind, { readonly icon: LucideIcon; readonly title: string; readonly look: string }>
> = {
  retry: { icon: RefreshCw, title: 'Retried', look: 'text-muted' },
  maxTokens: { icon: Scissors, title: 'The response was cut off at its maximum length', look: 'text-warn' },
  refusal: { icon: ShieldAlert, title: 'The model declined to answer', look: 'text-warn' },
  compacted: { icon: Shrink, title: 'Context full', look: 'text-muted' },
  cut: { icon: Unplug, title: 'Connection lost during the response', look: 'text-warn' },
  stopped: { icon: CircleStop, title: 'Stopped', look: 'text-muted' },
  limit: { icon: Hourglass, title: 'Limit reached', look: 'text-warn' },
  interrupted: { icon: CirclePause, title: 'Interrupted: the engine stopped', look: 'text-warn' },
  failed: { icon: TriangleAlert, title: 'The response failed', look: 'text-bad' },
  unpriced: {
    icon: CircleDollarSign,
    title: 'The cost limit has no effect: the price is unknown',
    look: 'text-warn',
  },
}

/** Leads to the model provider's settings: if the model cannot be reached, another key or address can help. */
function SourceWayOut() {
  const { data: list } = useModels()
  const openSource = useModelSourceDialog()
  if (list === undefined || (list.source.problem ?? list.problem) === null) return null
  return (
    <Button size="small" className="mt-2" onClick={() => openSource()}>
      Model provider…
    </Button>
  )
}

/** A notice for the person. It is not sent to the model. */
export function NoticeLine({ notice, text }: { notice: NoticeKind; text: string }) {
  const { icon: Icon, title, look } = looks[notice]
  return (
    <div data-notice={notice} className={clsx('flex gap-2 text-sm', look)}>
      <Icon className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <div className="min-w-0">
        <p className="break-words whitespace-pre-wrap select-text">{shownText(text === '' ? title : text)}</p>
        {notice === 'failed' && <SourceWayOut />}
      </div>
    </div>
  )
}
