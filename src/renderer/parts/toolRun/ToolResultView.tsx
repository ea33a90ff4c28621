import { clsx } from 'clsx'
import { useMemo } from 'react'
import { durationText } from '#contract/text/durationText'
import type { ToolResult } from '#contract/tools/tool'
import { RunningLine } from '#renderer/parts/toolRun/RunningLine.tsx'
import { ResultPicture } from '#renderer/parts/toolRun/ResultPicture.tsx'
import { type ResultPart, resultParts } from '#renderer/model/tools/resultParts.ts'
import type { ToolRun } from '#renderer/parts/toolRun/useToolRun.ts'
import { CopyButton } from '#renderer/ui/controls/CopyButton.tsx'
import { Notice } from '#renderer/ui/notes/Notice.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

function Text({ text, cut, label }: { text: string; cut: number; label?: string }) {
  return (
    <figure className="overflow-hidden rounded-lg border border-line">
      {label !== undefined && (
        <figcaption className="border-b border-line bg-canvas px-3 py-1 text-xs text-muted">
          {visibleText(label)}
        </figcaption>
      )}
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable with the keyboard
        tabIndex={0}
        className="max-h-96 overflow-auto px-3 py-2 font-mono text-xs break-words whitespace-pre-wrap select-text -outline-offset-2"
      >
        {text === '' ? <span className="text-muted">empty text</span> : visibleText(text)}
      </pre>
      {cut > 0 && (
        <p className="border-t border-line bg-canvas px-3 py-1 text-xs text-muted">
          {cut.toLocaleString()} more characters. Copy includes them.
        </p>
      )}
    </figure>
  )
}

function Part({ part }: { part: ResultPart }) {
  switch (part.kind) {
    case 'text':
      return <Text text={part.text} cut={part.cut} />
    case 'json':
      return <Text text={part.text} cut={part.cut} label={part.label} />
    case 'image':
      return (
        <ResultPicture picture={part} alt={`Result of the tool (${part.mimeType})`} className="max-h-96 self-start" />
      )
  }
}

/** A tool's result, as inert text and pictures. */
export function ToolResultParts({ result }: { result: ToolResult }) {
  return <ResultParts parts={useMemo(() => resultParts(result), [result])} />
}

export function ResultParts({ parts }: { parts: readonly ResultPart[] }) {
  return (
    <div className="flex flex-col gap-2">
      {parts.map((part, index) => (
        // oxlint-disable-next-line react/no-array-index-key
        <Part key={index} part={part} />
      ))}
      {parts.length === 0 && <p className="text-sm text-muted">The result is empty.</p>}
    </div>
  )
}

function Result({ result, durationMs }: { result: ToolResult; durationMs: number }) {
  const failed = result.isError === true
  return (
    <>
      <div className="mb-2 flex items-center gap-2 text-sm">
        <span className={clsx('font-medium', failed ? 'text-bad' : 'text-good')}>
          {failed ? 'The tool reported an error' : 'Answered'}
        </span>
        <span className="flex-1 text-muted tabular-nums">in {durationText(durationMs)}</span>
        <CopyButton label="Copy result" look="quiet" text={() => JSON.stringify(result, null, 2)} />
      </div>
      <ToolResultParts result={result} />
    </>
  )
}

export function ToolResultView({ run }: { run: ToolRun }) {
  return (
    <div className="mt-4 min-h-24" aria-live="polite" aria-busy={run.kind === 'running'} data-run={run.kind}>
      {run.kind === 'running' && <RunningLine since={run.since} progress={run.progress} />}
      {run.kind === 'cancelled' && (
        <p className="text-sm text-muted">Cancelled after {durationText(run.durationMs)}.</p>
      )}
      {run.kind === 'failed' && (
        <Notice tone="bad">
          <p className="whitespace-pre-wrap">{visibleText(run.message)}</p>
          <p className="text-muted">after {durationText(run.durationMs)}</p>
        </Notice>
      )}
      {run.kind === 'done' && <Result result={run.result} durationMs={run.durationMs} />}
    </div>
  )
}
