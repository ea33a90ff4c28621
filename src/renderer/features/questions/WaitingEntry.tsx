import { ShieldQuestion } from 'lucide-react'
import { clsx } from 'clsx'
import { useQuestions, useQuestionsState } from '#renderer/model/questions/useQuestions.tsx'
import { Tooltip } from '#renderer/ui/overlay/Tooltip.tsx'

/** The number of waiting questions, in the navigation. Hidden while there are none. */
export function WaitingEntry({ className, keys }: { className: string; keys: string | undefined }) {
  const { show } = useQuestions()
  const { open } = useQuestionsState()
  if (open.length === 0) return null
  return (
    <Tooltip text="Waiting for you" keys={keys} side="right">
      <button
        type="button"
        data-waiting={open.length}
        className={clsx(className, 'relative mt-2')}
        onClick={() => show(null)}
      >
        <ShieldQuestion className="text-warn" aria-hidden="true" />
        <span className="flex-1 text-left font-medium text-ink max-md:sr-only">Waiting for you</span>
        <span className="rounded-full bg-warn-tint px-1.5 text-xs font-medium text-warn tabular-nums max-md:absolute max-md:top-0 max-md:right-0 max-md:px-1 max-md:text-[0.625rem] max-md:leading-4">
          {open.length}
        </span>
      </button>
    </Tooltip>
  )
}
