/** A recorded call's arguments or result. Large text is read page by page, and pictures are shown. */
import { useState } from 'react'
import type { CallRecord } from '#contract/tools/call'
import type { CallPart } from '#contract/tools/callText'
import { sizeText } from '#renderer/model/calls/callWords.ts'
import { prettyJson } from '#renderer/model/calls/prettyJson.ts'
import { useRecordedText } from '#renderer/parts/call/useRecordedText.ts'
import { ResultPicture } from '#renderer/parts/toolRun/ResultPicture.tsx'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { CopyButton } from '#renderer/ui/controls/CopyButton.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export function RecordedText({ call, part }: { call: CallRecord; part: CallPart }) {
  const { text, bytes, isWhole, read, canReadOn, readOn, whole, found, problem } = useRecordedText(call, part)
  const [asText, setAsText] = useState(false)
  const pictured = asText ? null : found
  return (
    <section className="mb-5">
      <div className="mb-1.5 flex items-center gap-2">
        <h3 className="text-sm font-semibold">{part === 'arguments' ? 'Arguments' : 'Result'}</h3>
        <span className="flex-1 text-xs text-muted tabular-nums">{sizeText(bytes)}</span>
        {found !== null && (
          <Button size="small" look="quiet" onClick={() => setAsText(!asText)}>
            {asText ? 'Show as picture' : 'Show as text'}
          </Button>
        )}
        <CopyButton label="Copy" look="quiet" text={whole} />
      </div>
      {pictured !== null && (
        <div data-pictures="" className="mb-2 flex flex-wrap gap-2">
          {pictured.pictures.map((picture, index) => (
            <ResultPicture
              // oxlint-disable-next-line react/no-array-index-key
              key={index}
              picture={picture}
              alt={`Result ${index + 1} of the tool (${picture.mimeType})`}
              className="max-h-96"
            />
          ))}
        </div>
      )}
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable with the keyboard
        tabIndex={0}
        data-part={part}
        className="max-h-96 overflow-auto rounded-lg border border-line bg-canvas px-3 py-2 font-mono text-xs break-words whitespace-pre-wrap select-text -outline-offset-2"
      >
        {visibleText(pictured === null && !isWhole ? text : prettyJson(pictured?.text ?? text))}
      </pre>
      {pictured === null && canReadOn && (
        <div className="mt-1.5 flex items-center gap-2 text-xs text-muted">
          <Button size="small" onClick={() => void readOn()}>
            {read === null ? 'Show all' : 'Show more'}
          </Button>
          {read === null ? 'Only the beginning is shown.' : `${sizeText(read.next ?? 0)} of ${sizeText(bytes)}`}
        </div>
      )}
      {problem !== null && <p className="mt-1.5 text-xs text-warn">{visibleText(problem)}</p>}
    </section>
  )
}
