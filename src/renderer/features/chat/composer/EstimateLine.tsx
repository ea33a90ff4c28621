/** How many tokens the next message would send. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import type { Conversation, TokenEstimate } from '#contract/chat/chat'
import { useEngine } from '#renderer/client/engine.ts'
import { noTimeout } from '#renderer/client/api.ts'
import { definitionRows } from '#renderer/features/chat/composer/definitionRows.ts'
import { shortCount } from '#renderer/model/tools/toolCost.ts'
import { Popover } from '#renderer/ui/overlay/Popover.tsx'
import { useDebounced } from '#renderer/ui/page/useDebounced.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

const restMs = 900
const nearlyFull = 0.8

function Line({ name, tokens }: { name: string; tokens: number }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="truncate text-muted">{name}</dt>
      <dd className="tabular-nums">{tokens.toLocaleString()}</dd>
    </div>
  )
}

function Detail({ estimate }: { estimate: TokenEstimate }) {
  return (
    <>
      <dl className="flex flex-col gap-1 text-sm">
        <Line name="Instructions" tokens={estimate.system} />
        <Line name="Messages" tokens={estimate.messages} />
        <Line name="Tool definitions" tokens={estimate.tools} />
        {definitionRows(estimate).map(({ name, tokens }) => (
          <div key={name} className="pl-3">
            <Line name={name} tokens={tokens} />
          </div>
        ))}
        <div className="mt-1 border-t border-line pt-1 font-medium">
          <Line name="Total" tokens={estimate.total} />
        </div>
      </dl>
      <p className="mt-2 text-xs text-muted">
        {estimate.exact ? 'Total counted by the provider; shares estimated.' : 'Estimate.'}
        {estimate.window !== null && ` Context window: ${estimate.window.toLocaleString()}.`}
      </p>
      {estimate.deferred && (
        <p className="mt-2 text-xs text-warn">
          Tool search is on: all tools would add about {estimate.found.toLocaleString()} tokens, so the model searches
          for the ones it needs.
        </p>
      )}
      {estimate.refused.length > 0 && (
        <div className="mt-2 text-xs">
          <p className="text-warn">These tools cannot be offered to the model:</p>
          <ul className="mt-1 flex max-h-40 flex-col gap-1 overflow-y-auto">
            {estimate.refused.map((one) => (
              <li key={one.publicName} className="break-words">
                <code className="font-mono">{visibleText(one.publicName)}</code>
                <span className="text-muted"> {visibleText(one.reason)}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

export function EstimateLine({
  conversation,
  text,
  busy,
}: {
  conversation: Conversation
  text: string
  busy: boolean
}) {
  const { queries } = useEngine()
  const rested = useDebounced(text, restMs)
  const { id, leafId, model, choice } = conversation
  const { data: estimate } = useQuery({
    ...queries.chat.estimate.queryOptions({ input: { id, text: rested }, ...noTimeout }),
    queryKey: [...queries.chat.estimate.queryKey({ input: { id, text: rested } }), leafId, model, choice],
    placeholderData: keepPreviousData,
    enabled: !busy,
    gcTime: 0,
  })
  if (estimate === undefined) return null
  const full = estimate.window !== null && estimate.total > estimate.window * nearlyFull
  const warned = full || estimate.deferred || estimate.refused.length > 0
  return (
    <Popover
      label="Tokens of the next message"
      side="top"
      align="end"
      className="w-72 max-w-[calc(100vw-1rem)] p-3.5"
      trigger={
        <button
          type="button"
          title="Sent with your next message"
          className="inline-flex h-7 shrink-0 items-center gap-1 rounded-md px-2 text-xs text-muted tabular-nums transition-colors hover:bg-hover hover:text-ink max-sm:px-1"
        >
          {warned && (
            <TriangleAlert
              className="size-3.5 text-warn"
              aria-label={estimate.deferred ? 'Tool search is on' : 'Warning'}
            />
          )}
          {estimate.exact ? '' : '~'}
          {shortCount(estimate.total)}
          <span className="max-sm:sr-only"> tokens</span>
        </button>
      }
    >
      <Detail estimate={estimate} />
    </Popover>
  )
}
