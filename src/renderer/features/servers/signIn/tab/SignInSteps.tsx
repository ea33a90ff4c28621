import { CircleAlert, CircleCheck, CircleX } from 'lucide-react'
import type { SignInStep } from '#contract/servers/signIn'
import { outcomeTitles, phaseTitles } from '#renderer/features/servers/signIn/signInWords.ts'
import { clockTime } from '#renderer/ui/text/times.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

const icons = { ok: CircleCheck, warning: CircleAlert, failed: CircleX } as const
const colours = { ok: 'text-good', warning: 'text-warn', failed: 'text-bad' } as const

/** The steps of the last sign-in or refresh, which show where it failed. */
export function SignInSteps({ steps }: { steps: readonly SignInStep[] }) {
  return (
    <section aria-label="Steps" className="px-5 pt-5">
      <h3 className="text-sm font-semibold">Steps</h3>
      <ol className="mt-2 flex max-w-3xl flex-col gap-2">
        {steps.map(({ phase, at, outcome, text }, index) => {
          const Icon = icons[outcome]
          return (
            // oxlint-disable-next-line react/no-array-index-key -- their order never changes
            <li key={index} data-step={phase} data-outcome={outcome} className="flex gap-2.5 text-sm">
              <Icon className={`mt-0.5 size-4 shrink-0 ${colours[outcome]}`} aria-hidden="true" />
              <div className="min-w-0 flex-1">
                <p className="flex flex-wrap items-baseline gap-x-2">
                  <span className="font-medium">{phaseTitles[phase]}</span>
                  <span className="sr-only">{outcomeTitles[outcome]}</span>
                  <time dateTime={new Date(at).toISOString()} className="text-xs text-muted tabular-nums">
                    {clockTime(at)}
                  </time>
                </p>
                <p className="break-words whitespace-pre-wrap text-muted select-text">{visibleText(text)}</p>
              </div>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
