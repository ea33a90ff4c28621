import { repairParts } from '#renderer/features/hosting/runtimes/repairParts.ts'
import { CopyButton } from '#renderer/ui/controls/CopyButton.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

/** How to install a missing runtime: commands to copy, and addresses to open. */
export function RepairText({ text }: { text: string }) {
  const parts = repairParts(text)
  const commands = [...new Set(parts.flatMap((part) => (part.kind === 'command' ? [part.text] : [])))]
  return (
    <>
      <p className="break-words text-muted">
        {parts.map((part) => {
          const shown = visibleText(part.text)
          if (part.kind === 'words') return shown
          if (part.kind === 'address')
            return (
              <a
                key={part.text}
                href={part.text}
                target="_blank"
                rel="noreferrer"
                className="underline underline-offset-2"
              >
                {shown}
              </a>
            )
          return (
            <code key={part.text} className="rounded bg-hover px-1 font-mono text-xs text-ink select-text">
              {shown}
            </code>
          )
        })}
      </p>
      {commands.length > 0 && (
        <div className="mt-1.5 flex flex-wrap gap-2">
          {commands.map((command) => (
            <CopyButton key={command} label={`Copy ${visibleText(command)}`} text={command} />
          ))}
        </div>
      )}
    </>
  )
}
