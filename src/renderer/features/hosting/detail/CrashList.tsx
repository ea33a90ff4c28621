import type { HostedCrash } from '#contract/hosting/hostedServer'
import { exitWords } from '#renderer/features/hosting/hostedStatus.ts'
import { Disclosure } from '#renderer/ui/notes/Disclosure.tsx'
import { exactTime } from '#renderer/ui/text/times.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

/** The crashes, newest first: time, cause and last output. */
export function CrashList({ crashes }: { crashes: readonly HostedCrash[] }) {
  if (crashes.length === 0) return <p className="mt-1 text-sm text-muted">The server has not crashed.</p>
  return (
    <ol aria-label="Crashes" className="mt-2 divide-y divide-line rounded-lg border border-line bg-raised">
      {crashes.toReversed().map((crash, index) => (
        <li key={`${crash.at} ${crashes.length - index}`} className="px-3 py-2.5 text-sm">
          <p className="flex flex-wrap items-baseline gap-x-3">
            <time dateTime={crash.at} className="tabular-nums">
              {exactTime(Date.parse(crash.at))}
            </time>
            {crash.exit_code !== null && (
              <span className="font-mono text-xs text-bad">exit code {crash.exit_code}</span>
            )}
            <span className="text-muted">{exitWords(crash.exit_code)}</span>
          </p>
          {crash.stderr.trim() === '' ? (
            <p className="mt-0.5 text-xs text-muted">The server wrote nothing to stderr.</p>
          ) : (
            <Disclosure
              className="mt-1"
              title={<span className="truncate font-mono text-xs">{visibleText(lastLine(crash.stderr))}</span>}
            >
              <pre
                // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling area must also scroll by keys
                tabIndex={0}
                aria-label="Its error output"
                className="mt-1 max-h-64 overflow-auto rounded-md bg-canvas p-2 font-mono text-xs break-words whitespace-pre-wrap select-text"
              >
                {visibleText(crash.stderr)}
              </pre>
            </Disclosure>
          )}
        </li>
      ))}
    </ol>
  )
}

function lastLine(text: string): string {
  return text.trimEnd().split('\n').at(-1) ?? ''
}
