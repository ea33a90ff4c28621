/** The status of a server: its connection, and beside it the state of its sign-in. */
import { clsx } from 'clsx'
import { KeyRound } from 'lucide-react'
import type { ServerSnapshot } from '#contract/servers/server'
import { serverStatus } from '#renderer/model/servers/serverStatus.ts'
import { onlyLacksSignIn, signInMark } from '#renderer/model/servers/signInStatus.ts'
import { useSignIn } from '#renderer/model/servers/useSignIn.ts'
import { statusColours, StatusDot } from '#renderer/parts/server/StatusDot.tsx'
import { useNow } from '#renderer/ui/page/useNow.ts'

export function ServerStatusText({ server }: { server: ServerSnapshot }) {
  const now = useNow(server.state.kind === 'backingOff')
  const status = serverStatus(server, now)
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-3 text-sm">
      {!onlyLacksSignIn(server) && (
        <span className="flex min-w-0 items-center gap-1.5" data-status={status.word}>
          <StatusDot tone={status.tone} />
          <span className={clsx('shrink-0 font-medium', statusColours[status.tone])}>{status.word}</span>
          {status.detail !== null && <span className="truncate text-muted tabular-nums">{status.detail}</span>}
        </span>
      )}
      {server.enabled && signInMark({ kind: server.signIn, nextTryAt: null }, now) !== null && (
        <SignInText server={server} />
      )}
    </span>
  )
}

function SignInText({ server: { slug, signIn } }: { server: ServerSnapshot }) {
  const retries = signIn === 'cannotRefresh'
  const { data } = useSignIn(slug, retries)
  const now = useNow(retries)
  const mark = signInMark({ kind: signIn, nextTryAt: data?.nextRefreshAt ?? null }, now)
  if (mark === null) return null
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-1.5" data-sign-in={signIn}>
      <KeyRound className={clsx('size-3.5 shrink-0', statusColours[mark.tone])} aria-hidden="true" />
      <span className={clsx('shrink-0 font-medium', statusColours[mark.tone])}>{mark.word}</span>
      {mark.detail !== null && <span className="truncate text-muted tabular-nums">{mark.detail}</span>}
    </span>
  )
}
