/** One tool call: its server, its progress, its arguments and its result. */
import { ChevronRight, Square, Wrench } from 'lucide-react'
import { clsx } from 'clsx'
import { useId, useState } from 'react'
import type { ToolCallBlock } from '#contract/chat/chat'
import { hasApp } from '#renderer/features/chat/apps/appOutcome.ts'
import { CallPictures } from '#renderer/features/chat/blocks/CallPictures.tsx'
import { CallQuestion } from '#renderer/features/chat/blocks/CallQuestion.tsx'
import { recipeOf } from '#renderer/features/chat/blocks/recipe.ts'
import { RecipeCard } from '#renderer/features/chat/blocks/RecipeCard.tsx'
import { SignInWayOut } from '#renderer/features/chat/blocks/SignInWayOut.tsx'
import { ToolCallDetail } from '#renderer/features/chat/blocks/ToolCallDetail.tsx'
import {
  argumentsLine,
  callTitle,
  failureWords,
  isUnderWay,
  serverWord,
  toolCallWords,
} from '#renderer/features/chat/blocks/toolCallWords.ts'
import { useIsAsked } from '#renderer/features/chat/blocks/useIsAsked.ts'
import type { CallRunner } from '#renderer/features/chat/conversation/callRunner.ts'
import { useChatActions } from '#renderer/features/chat/conversation/useChatActions.tsx'
import { shownText } from '#renderer/ui/text/shownText.ts'
import { progressShare } from '#renderer/model/calls/progressShare.ts'
import { ProgressBar } from '#renderer/ui/notes/ProgressBar.tsx'
import { StatusDot } from '#renderer/parts/server/StatusDot.tsx'
import { IconButton } from '#renderer/ui/controls/IconButton.tsx'
import { coversRow } from '#renderer/ui/rows/rows.ts'
import { useNow } from '#renderer/ui/page/useNow.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'
import { onDemand } from '#renderer/ui/page/onDemand.tsx'

/** Loaded on demand, because few tools have a page. */
const AppCard = onDemand(() => import('#renderer/features/chat/apps/AppCard.tsx').then((module) => module.AppCard), {
  meanwhile: null,
})

function Progress({ block }: { block: ToolCallBlock }) {
  if (block.status !== 'running' || block.progress === null) return null
  const { message } = block.progress
  return (
    <div className="px-3 pb-2.5 text-xs text-muted">
      <ProgressBar label={`Progress of ${visibleText(callTitle(block))}`} share={progressShare(block.progress)} />
      {message !== null && <p className="mt-1 truncate">{visibleText(message)}</p>}
    </div>
  )
}

function Failure({ block }: { block: ToolCallBlock }) {
  const words = failureWords(block)
  if (words === null) return null
  return (
    <p
      className={clsx(
        'px-3 pb-2.5 text-sm line-clamp-6 break-words whitespace-pre-wrap select-text',
        block.status === 'failed' ? 'text-bad' : 'text-muted',
      )}
    >
      {shownText(words)}
    </p>
  )
}

export function ToolCallCard({ block, runner }: { block: ToolCallBlock; runner: CallRunner }) {
  const actions = useChatActions()
  const [open, setOpen] = useState(false)
  const detail = useId()
  const isAsked = useIsAsked(block)
  const now = useNow(block.status === 'running' && runner !== 'none')
  const { word, tone, time } = toolCallWords(block, { now, runner, isAsked })
  const title = visibleText(callTitle(block))
  const recipe = recipeOf(block)
  const line = argumentsLine(block)
  return (
    <section
      aria-label={`Call of ${title}`}
      data-call={block.toolUseId}
      data-status={block.status}
      className="overflow-hidden rounded-lg border border-line bg-raised"
    >
      <div className="relative flex h-9.5 items-center gap-2 px-3 text-sm transition-colors hover:bg-hover">
        <Wrench className="size-4 shrink-0 text-muted" aria-hidden="true" />
        <button
          type="button"
          aria-expanded={open}
          aria-controls={detail}
          onClick={() => setOpen(!open)}
          className={clsx(
            'flex min-w-0 flex-1 items-baseline gap-2 text-left focus-visible:after:rounded-lg',
            coversRow,
          )}
        >
          <span className="truncate font-medium">{title}</span>
          <span className="shrink-[2] truncate text-xs text-muted">{serverWord(block.server)}</span>
          {!open && line !== '' && (
            <span className="min-w-0 flex-1 truncate font-mono text-xs text-muted max-sm:hidden">
              {visibleText(line)}
            </span>
          )}
        </button>
        <span className="flex shrink-0 items-center gap-1.5 text-xs text-muted tabular-nums">
          <StatusDot tone={tone} />
          <span className={clsx(tone === 'bad' && 'text-bad')}>{word}</span>
          {time}
        </span>
        {runner === 'here' && isUnderWay(block) && (
          <IconButton
            label={`Cancel ${title}`}
            icon={<Square className="size-3! fill-current" aria-hidden="true" />}
            className="relative z-10 size-6! rounded-full! border border-line-strong text-ink!"
            onClick={() => void actions.stopTool(block.toolUseId)}
          />
        )}
        <ChevronRight
          className={clsx('size-4 shrink-0 text-muted transition-transform', open && 'rotate-90')}
          aria-hidden="true"
        />
      </div>
      {runner !== 'none' && <Progress block={block} />}
      {(block.status === 'waiting' || block.questionId !== null) && <CallQuestion block={block} runner={runner} />}
      <Failure block={block} />
      <SignInWayOut block={block} isAsked={isAsked} />
      {hasApp(block) && <AppCard block={block} />}
      {recipe !== null && <RecipeCard recipe={recipe} />}
      {!open && recipe === null && block.result !== null && <CallPictures result={block.result} />}
      {open && (
        <div id={detail} className="border-t border-line px-3 py-3">
          <ToolCallDetail block={block} />
        </div>
      )}
    </section>
  )
}
