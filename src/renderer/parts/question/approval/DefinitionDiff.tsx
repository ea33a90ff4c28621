import { clsx } from 'clsx'
import { Fragment, useMemo } from 'react'
import { type DiffLine, lineDiff } from '#renderer/parts/question/approval/lineDiff.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

const maxShownLines = 400
const spoken = { same: '', removed: 'before: ', added: 'now: ' } as const
const marks = { same: ' ', removed: '-', added: '+' } as const

function Text({ line: { text, changed, kind } }: { line: DiffLine }) {
  if (changed === null) return visibleText(text)
  const [start, end] = changed
  return (
    <>
      {visibleText(text.slice(0, start))}
      <span className={clsx('rounded-xs', kind === 'added' ? 'bg-good/25' : 'bg-bad/25')}>
        {visibleText(text.slice(start, end))}
      </span>
      {visibleText(text.slice(end))}
    </>
  )
}

/** The difference between the definition that was allowed and the current one. */
export function DefinitionDiff({ before, after }: { before: string; after: string }) {
  const lines = useMemo(() => lineDiff(before, after), [before, after])
  return (
    <figure className="overflow-hidden rounded-lg border border-line">
      <figcaption className="border-b border-line bg-canvas px-3 py-1.5 text-xs text-muted">
        Definition: <span className="text-bad">− when you allowed it</span>, <span className="text-good">+ now</span>
      </figcaption>
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable with the keyboard
        tabIndex={0}
        data-definition-diff=""
        className="max-h-64 overflow-auto py-1.5 font-mono text-xs break-words whitespace-pre-wrap select-text -outline-offset-2"
      >
        {lines.slice(0, maxShownLines).map((line, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the lines of a text have nothing else
          <Fragment key={index}>
            {line.kind === 'gap' ? (
              <div className="px-3 text-muted">
                ⋯ {line.lines === 1 ? '1 unchanged line' : `${line.lines} unchanged lines`}
              </div>
            ) : (
              <div
                className={clsx(
                  'pr-3 pl-6 -indent-3',
                  line.kind === 'added' && 'bg-good/10',
                  line.kind === 'removed' && 'bg-bad-tint',
                )}
              >
                <span aria-hidden="true" className="inline-block w-3 indent-0 text-muted">
                  {marks[line.kind]}
                </span>
                <span className="sr-only">{spoken[line.kind]}</span>
                <Text line={line} />
              </div>
            )}
          </Fragment>
        ))}
        {lines.length > maxShownLines && (
          <div className="px-3 text-muted">⋯ {lines.length - maxShownLines} more lines</div>
        )}
      </pre>
    </figure>
  )
}
