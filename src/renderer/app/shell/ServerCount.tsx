/** Shows how many servers there are, and how many of them fail, are being retried, or need a sign-in. */
import { clsx } from 'clsx'
import { KeyRound } from 'lucide-react'
import type { ServerSnapshot } from '#contract/servers/server'
import { countOf } from '#renderer/model/servers/serverCondition.ts'
import { needsSignIn } from '#renderer/model/servers/signInStatus.ts'
import { useShownServers } from '#renderer/model/servers/useShownServer.ts'
import { StatusDot } from '#renderer/parts/server/StatusDot.tsx'

const mark =
  'inline-flex items-center gap-0.5 text-xs font-normal tabular-nums max-md:absolute max-md:top-0.5 max-md:right-0.5'

export function ServerCount({ servers }: { servers: readonly ServerSnapshot[] }) {
  const shown = useShownServers(servers)
  const failing = countOf(shown, 'failing')
  const retrying = countOf(shown, 'retrying')
  const unsigned = shown.filter(needsSignIn).length
  return (
    <>
      {failing > 0 && (
        <span data-failed={failing} className={clsx(mark, 'text-bad')}>
          <span className="sr-only">{failing} failing</span>
          <StatusDot tone="bad" />
          <span className="max-md:hidden" aria-hidden="true">
            {failing}
          </span>
        </span>
      )}
      {/* A narrow page has room for only one mark. */}
      {retrying > 0 && (
        <span data-retrying={retrying} className={clsx(mark, 'text-warn', failing > 0 && 'max-md:hidden')}>
          <span className="sr-only">{retrying} retrying</span>
          <StatusDot tone="warn" />
          <span className="max-md:hidden" aria-hidden="true">
            {retrying}
          </span>
        </span>
      )}
      {unsigned > 0 && (
        <span
          data-needs-sign-in={unsigned}
          className={clsx(mark, 'text-warn', (failing > 0 || retrying > 0) && 'max-md:hidden')}
        >
          <span className="sr-only">{unsigned === 1 ? '1 needs sign-in' : `${unsigned} need sign-in`}</span>
          <KeyRound className="!size-3" aria-hidden="true" />
          <span className="max-md:hidden" aria-hidden="true">
            {unsigned}
          </span>
        </span>
      )}
      <span className="text-xs font-normal text-muted tabular-nums max-md:hidden">{servers.length}</span>
    </>
  )
}
