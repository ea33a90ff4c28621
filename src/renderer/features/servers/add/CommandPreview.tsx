import { visibleText } from '#renderer/ui/text/visibleText.ts'

/** Shows how a command line was parsed: the program, and each argument separately. */
export function CommandPreview({ command, args }: { command: string; args: readonly string[] }) {
  return (
    <p aria-label="Parsed command" className="flex flex-wrap gap-1 font-mono text-xs">
      <span className="max-w-full rounded bg-selected px-1.5 py-0.5 font-medium break-all">{visibleText(command)}</span>
      {args.map((arg, index) => (
        // oxlint-disable-next-line react/no-array-index-key
        <span key={index} className="max-w-full rounded bg-hover px-1.5 py-0.5 break-all whitespace-pre-wrap">
          {arg === '' ? "''" : visibleText(arg)}
        </span>
      ))}
    </p>
  )
}
