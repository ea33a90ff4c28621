import { clsx } from 'clsx'
import type { ToolSnapshot } from '#contract/tools/tool'

function annotation(tool: ToolSnapshot, name: string): boolean {
  const { annotations } = tool
  return (
    typeof annotations === 'object' && annotations !== null && (annotations as Record<string, unknown>)[name] === true
  )
}

function Mark({ text, tone }: { text: string; tone: 'plain' | 'warn' | 'bad' }) {
  return (
    <span
      className={clsx(
        'shrink-0 rounded border px-1 text-xs whitespace-nowrap',
        { plain: 'border-line text-muted', warn: 'border-warn/40 text-warn', bad: 'border-bad/40 text-bad' }[tone],
      )}
    >
      {text}
    </span>
  )
}

/** A tool's marks. Read-only and destructive are only claims by its server. */
export function ToolMarks({ tool }: { tool: ToolSnapshot }) {
  const readOnly = annotation(tool, 'readOnlyHint')
  return (
    <>
      {tool.quarantine !== null && <Mark text="quarantined" tone="warn" />}
      {readOnly && <Mark text="read-only" tone="plain" />}
      {!readOnly && annotation(tool, 'destructiveHint') && <Mark text="destructive" tone="bad" />}
    </>
  )
}
