import { clsx } from 'clsx'
import type { FileChange } from '#contract/clients/clientSetup'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

const kindTitles = { create: 'New file', change: 'Changed', remove: 'Removed' } as const

/** The change to one file, line by line. */
export function DiffView({ change }: { change: FileChange }) {
  return (
    <figure className="overflow-hidden rounded-lg border border-line">
      <figcaption className="border-b border-line bg-canvas px-3 py-1.5 text-xs break-all">
        <span className="text-muted">{kindTitles[change.kind]}: </span>
        <code className="font-mono select-text">{visibleText(change.path)}</code>
      </figcaption>
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable with the keyboard
        tabIndex={0}
        data-diff=""
        className="max-h-72 overflow-auto py-1.5 font-mono text-xs break-all whitespace-pre-wrap select-text -outline-offset-2"
      >
        {change.diff.split('\n').map((line, index) => (
          <div
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            className={clsx(
              'px-3',
              line.startsWith('+') && 'bg-good/10',
              line.startsWith('-') && 'bg-bad-tint text-bad',
            )}
          >
            {line === '' ? ' ' : visibleText(line)}
          </div>
        ))}
      </pre>
    </figure>
  )
}
