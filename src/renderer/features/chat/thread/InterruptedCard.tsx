/**
 * Shown after the engine stopped in the middle of a turn. The person decides about each unfinished call and continues,
 * or writes another message.
 */
import { useId, useMemo, useState } from 'react'
import type { Message } from '#contract/chat/chat'
import { callTitle, serverWord } from '#renderer/features/chat/blocks/toolCallWords.ts'
import { useChatActions } from '#renderer/features/chat/conversation/useChatActions.tsx'
import { type LeftCall, leftCalls, type Wish, wishedOf } from '#renderer/features/chat/thread/leftCalls.ts'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { Notice } from '#renderer/ui/notes/Notice.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

interface CallChoiceProps {
  left: LeftCall
  wish: Wish
  onChange: (wish: Wish) => void
}

function CallChoice({ left: { call, state, ways }, wish, onChange }: CallChoiceProps) {
  const id = useId()
  const title = visibleText(callTitle(call))
  return (
    <li data-left={call.toolUseId}>
      <p className="break-words">
        <strong className="font-medium">{title}</strong>{' '}
        <span className="text-muted">of {serverWord(call.server)}</span> {state}
      </p>
      <code className="block truncate font-mono text-xs text-muted">{visibleText(call.arguments)}</code>
      <div role="radiogroup" aria-label={`What to do with ${title}`} className="mt-1 flex flex-wrap gap-x-4">
        {ways.map((way) => (
          <label key={way.wish} htmlFor={`${id}${way.wish}`} className="flex h-7 items-center gap-1.5">
            <input
              id={`${id}${way.wish}`}
              type="radio"
              name={id}
              checked={wish === way.wish}
              aria-describedby={wish === way.wish ? `${id}meaning` : undefined}
              onChange={() => onChange(way.wish)}
              className="size-3.5 shrink-0 accent-(--accent-solid)"
            />
            {way.title}
          </label>
        ))}
      </div>
      <p id={`${id}meaning`} className="text-xs text-muted">
        {ways.find((way) => way.wish === wish)?.meaning}
      </p>
    </li>
  )
}

function goOnWords(again: number): string {
  if (again === 0) return 'Continue'
  return `Continue and run ${again === 1 ? 'it' : again} again`
}

function writeOnWords(left: number): string {
  if (left === 0) return 'You can also write a message below.'
  const known = `the model is told what is known about ${left === 1 ? 'it' : 'each'}`
  return `You can also write a message below. Then no call is sent again, and ${known}.`
}

export interface InterruptedCardProps {
  messages: readonly Message[]
  toolUseIds: readonly string[]
}

export function InterruptedCard({ messages, toolUseIds }: InterruptedCardProps) {
  const actions = useChatActions()
  const left = useMemo(() => leftCalls(messages, toolUseIds), [messages, toolUseIds])
  const [wishes, setWishes] = useState<ReadonlyMap<string, Wish>>(new Map())
  const runAgain = wishedOf(left, wishes, 'runAgain')
  return (
    <Notice tone="warn">
      <p className="font-medium">Interrupted: the engine stopped during this turn</p>
      {left.length > 0 && (
        <ul className="mt-2 flex flex-col gap-3">
          {left.map((one) => (
            <CallChoice
              key={one.call.toolUseId}
              left={one}
              wish={wishes.get(one.call.toolUseId) ?? 'usual'}
              onChange={(wish) => setWishes(new Map(wishes).set(one.call.toolUseId, wish))}
            />
          ))}
        </ul>
      )}
      <div className="mt-2.5 flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button
          size="small"
          look="primary"
          onClick={() => void actions.resume({ runAgain, skip: wishedOf(left, wishes, 'skip') })}
        >
          {goOnWords(runAgain.length)}
        </Button>
        <p className="min-w-0 flex-1 basis-64 text-xs text-muted">{writeOnWords(left.length)}</p>
      </div>
    </Notice>
  )
}
