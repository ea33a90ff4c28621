/** The arguments or the result of a recorded call; what is large is read page by page. */
import { useState } from 'react'
import type { CallPart, CallRecord } from '#contract/call'
import { messageOf } from '#contract/errors'
import { useEngine } from '#renderer/client/engine.ts'
import { sizeText } from '#renderer/features/activity/callWords.ts'
import { prettyJson } from '#renderer/features/activity/prettyJson.ts'
import { Button } from '#renderer/ui/Button.tsx'
import { CopyButton } from '#renderer/ui/CopyButton.tsx'
import { visibleText } from '#renderer/ui/visibleText.ts'

const pageBytes = 64_000
/** What is copied as a whole is fetched as a whole. */
const copyBytes = 1_000_000

interface Read {
  readonly text: string
  readonly next: number | null
}

export function RecordedText({ call, part }: { call: CallRecord; part: CallPart }) {
  const { api } = useEngine()
  const kept = part === 'arguments' ? call.arguments : (call.result ?? '')
  const bytes = part === 'arguments' ? call.argumentsBytes : call.resultBytes
  const isWhole = !call.wholeKept.includes(part)
  const [read, setRead] = useState<Read | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const more = async () => {
    try {
      const page = await api.calls.read({ id: call.id, part, offset: read?.next ?? 0, bytes: pageBytes })
      setRead({ text: (read?.text ?? '') + page.text, next: page.next })
    } catch (thrown) {
      setProblem(messageOf(thrown))
    }
  }
  const whole = async () => {
    let text = ''
    for (let offset: number | null = 0; offset !== null;) {
      const page = await api.calls.read({ id: call.id, part, offset, bytes: copyBytes })
      text += page.text
      offset = page.next
    }
    return text
  }
  const shown = read?.text ?? kept
  const canReadMore = !isWhole && problem === null && (read === null || read.next !== null)
  return (
    <section className="mb-5">
      <div className="mb-1.5 flex items-center gap-2">
        <h3 className="text-sm font-semibold">{part === 'arguments' ? 'Arguments' : 'Result'}</h3>
        <span className="flex-1 text-xs text-muted tabular-nums">{sizeText(bytes)}</span>
        <CopyButton label="Copy" look="quiet" text={isWhole ? kept : whole} />
      </div>
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is scrolled by keys, too
        tabIndex={0}
        data-part={part}
        className="max-h-96 overflow-auto rounded-lg border border-line bg-canvas px-3 py-2 font-mono text-xs break-words whitespace-pre-wrap select-text -outline-offset-2"
      >
        {visibleText(isWhole ? prettyJson(shown) : shown)}
      </pre>
      {canReadMore && (
        <div className="mt-1.5 flex items-center gap-2 text-xs text-muted">
          <Button size="small" onClick={() => void more()}>
            {read === null ? 'Read all of it' : 'Read on'}
          </Button>
          {read === null ? 'This is the beginning.' : `${sizeText(read.next ?? 0)} of ${sizeText(bytes)}`}
        </div>
      )}
      {problem !== null && <p className="mt-1.5 text-xs text-warn">{visibleText(problem)}</p>}
    </section>
  )
}
