/** The engine ended in the middle of a turn. Calls that were under way are made again only where a person says so. */
import { useState } from 'react'
import type { Message, ToolCallBlock } from '#contract/chat'
import { callTitle, serverWord } from '#renderer/features/chat/blocks/toolCallWords.ts'
import { useChatActions } from '#renderer/features/chat/conversation/useChatActions.tsx'
import { useThreadCalls } from '#renderer/features/chat/thread/useThreadCalls.ts'
import { Button } from '#renderer/ui/Button.tsx'
import { Checkbox } from '#renderer/ui/Checkbox.tsx'
import { Notice } from '#renderer/ui/Notice.tsx'
import { visibleText } from '#renderer/ui/visibleText.ts'

function CallChoice({
  call,
  again,
  onChange,
}: {
  call: ToolCallBlock
  again: boolean
  onChange: (on: boolean) => void
}) {
  const title = visibleText(callTitle(call))
  return (
    <li className="flex gap-2">
      <Checkbox label={`Run ${title} again`} checked={again} onCheckedChange={onChange} />
      <span className="min-w-0">
        Run <strong className="font-medium">{title}</strong>{' '}
        <span className="text-muted">of {serverWord(call.server)}</span> again
        <code className="block truncate font-mono text-xs text-muted">{visibleText(call.arguments)}</code>
      </span>
    </li>
  )
}

export interface InterruptedCardProps {
  messages: readonly Message[]
  toolUseIds: readonly string[]
}

export function InterruptedCard({ messages, toolUseIds }: InterruptedCardProps) {
  const actions = useChatActions()
  const calls = useThreadCalls(messages, toolUseIds)
  const [again, setAgain] = useState<ReadonlySet<string>>(new Set())
  const change = (id: string, on: boolean) => {
    const next = new Set(again)
    if (on) next.add(id)
    else next.delete(id)
    setAgain(next)
  }
  return (
    <Notice tone="warn">
      <p className="font-medium">Interrupted: the engine ended during this turn</p>
      {calls.length > 0 && (
        <>
          <p className="mt-0.5">
            Nobody knows how {calls.length === 1 ? 'this call' : 'these calls'} ended. The model is told so of every
            call that is not run again.
          </p>
          <ul className="mt-2 flex flex-col gap-2">
            {calls.map((call) => (
              <CallChoice
                key={call.toolUseId}
                call={call}
                again={again.has(call.toolUseId)}
                onChange={(on) => change(call.toolUseId, on)}
              />
            ))}
          </ul>
        </>
      )}
      <div className="mt-2.5 flex flex-wrap gap-2">
        <Button size="small" look="primary" onClick={() => void actions.resume([...again])}>
          {again.size === 0 ? 'Go on' : `Go on and run ${again.size === 1 ? 'it' : again.size} again`}
        </Button>
      </div>
    </Notice>
  )
}
