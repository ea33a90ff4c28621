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
  retry: { icon: RefreshCw, title: 'Asked again', look: 'text-muted' },
  maxTokens: { icon: Scissors, title: 'The answer was cut: it reached its longest length', look: 'text-warn' },
  refusal: { icon: ShieldAlert, title: 'The model declined to answer', look: 'text-warn' },
  compacted: { icon: Shrink, title: 'The part before was made shorter for the model', look: 'text-muted' },
  cut: { icon: Unplug, title: 'The connection broke in the middle of the answer', look: 'text-warn' },
  stopped: { icon: CircleStop, title: 'Stopped', look: 'text-muted' },
  limit: { icon: Hourglass, title: 'A limit was reached', look: 'text-warn' },
  interrupted: { icon: CirclePause, title: 'Interrupted: the engine ended', look: 'text-warn' },
  failed: { icon: TriangleAlert, title: 'The answer failed', look: 'text-bad' },
  unpriced: {
    icon: CircleDollarSign,
    title: 'The limit of cost does not hold: the price is not known',
    look: 'text-warn',
  },
}

/** Where the model cannot be reached as things are, another key or address is what helps. */
function SourceWayOut() {
  const { data: list } = useModels()
  const openSource = useModelSourceDialog()
  if (list === undefined || (list.source.problem ?? list.problem) === null) return null
  return (
    <Button size="small" className="mt-2" onClick={() => openSource()}>
      Where the model comes from…
    </Button>
  )
}

/** Something a person should know; the model never saw it. */
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
