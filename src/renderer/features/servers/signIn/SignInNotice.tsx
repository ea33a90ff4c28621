/** Shown below the header of a server that needs a sign-in: why, one button, and what to do while the sign-in waits. */
import { useEffect, useRef } from 'react'
import type { ServerSnapshot, StateError } from '#contract/servers/server'
import type { SignInSnapshot } from '#contract/servers/signIn'
import { PastedCallback } from '#renderer/features/servers/signIn/PastedCallback.tsx'
import { SignInButtons, type SignInPartProps } from '#renderer/features/servers/signIn/SignInButtons.tsx'
import { nextTryWords } from '#renderer/model/servers/signInStatus.ts'
import { Notice } from '#renderer/ui/notes/Notice.tsx'
import { useToasts } from '#renderer/ui/overlay/Toasts.tsx'
import { useNow } from '#renderer/ui/page/useNow.ts'
import { relativeTime } from '#renderer/ui/text/relativeTime.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

/** Shows a message when the sign-in succeeds, if the person saw it waiting here. */
function useSuccess({ name }: ServerSnapshot, snapshot: SignInSnapshot | undefined) {
  const { show } = useToasts()
  const before = useRef(snapshot?.state)
  useEffect(() => {
    if (snapshot === undefined) return
    const { state, account } = snapshot
    if (before.current === 'waiting' && state === 'signedIn')
      show({
        title: `Signed in to ${visibleText(name)}`,
        ...(account !== null && { detail: `As ${visibleText(account)}` }),
      })
    before.current = state
  }, [snapshot, name, show])
}

export function SignInNotice({ server, snapshot, signing }: SignInPartProps) {
  const address = snapshot?.authorizationUrl ?? null
  // Only an error that exists while the server is signed in is shown. Errors of earlier attempts are settled.
  const error = snapshot?.state === 'signedIn' ? snapshot.error : null
  useSuccess(server, snapshot)
  switch (server.signIn) {
    case 'none':
      return null
    case 'signedIn':
      // The sign-in works, but a person should know about a problem with it.
      return error === null ? null : (
        <Notice tone="warn" className="mx-5 mb-3">
          <Problem error={error} hasHint />
        </Notice>
      )
    case 'needed':
    case 'waiting':
    case 'cannotRefresh':
      return (
        <Notice tone={server.signIn === 'waiting' ? 'plain' : 'warn'} className="mx-5 mb-3">
          <div data-sign-in-notice={server.signIn}>
            <Text server={server} snapshot={snapshot} signing={signing} />
            <SignInButtons server={server} snapshot={snapshot} signing={signing} />
            {server.signIn === 'waiting' && address !== null && <PastedCallback slug={server.slug} />}
          </div>
        </Notice>
      )
  }
}

function Problem({ error, hasHint, isNew = false }: { error: StateError; hasHint: boolean; isNew?: boolean }) {
  return (
    <div role={isNew ? 'alert' : undefined}>
      <p className="line-clamp-6 font-medium break-words whitespace-pre-wrap">{visibleText(error.message)}</p>
      {hasHint && error.hint !== undefined && <p className="mt-0.5 line-clamp-4">{visibleText(error.hint)}</p>}
    </div>
  )
}

function Text({ server: { name, signIn }, snapshot, signing }: SignInPartProps) {
  const error = snapshot?.error ?? null
  const isPreparing = snapshot?.authorizationUrl === null
  const shownError = signIn === 'needed' && error !== null ? visibleText(error.message) : null
  return (
    <>
      {signIn === 'needed' &&
        (error === null ? (
          <p className="font-medium">{visibleText(name)} needs a sign-in.</p>
        ) : (
          // Without a failure no hint is needed: the button says what to do.
          <Problem
            error={error}
            hasHint={snapshot?.steps.at(-1)?.outcome === 'failed'}
            isNew={signing.failure === shownError}
          />
        ))}
      {signIn === 'waiting' && (
        <>
          <p className="font-medium">
            {isPreparing
              ? 'Asking the server and the issuer'
              : signing.opening === 'opened'
                ? 'Waiting for you in the browser'
                : 'Continue in the browser'}
          </p>
          <p className="mt-0.5 text-muted">
            {isPreparing ? 'The address of the sign-in page appears here.' : 'Sign in there. This page then continues.'}
          </p>
        </>
      )}
      {signIn === 'cannotRefresh' && snapshot !== undefined && <CannotRefresh name={name} snapshot={snapshot} />}
      {signing.failure !== null && signing.failure !== shownError && (
        <p role="alert" className="mt-0.5 break-words text-bad">
          {signing.failure}
        </p>
      )}
    </>
  )
}

function CannotRefresh({ name, snapshot }: { name: string; snapshot: SignInSnapshot }) {
  const now = useNow(true)
  const { expiresAt, nextRefreshAt, error } = snapshot
  const nextTry = nextTryWords(nextRefreshAt, now)
  return (
    <>
      <p className="line-clamp-6 font-medium break-words">
        {visibleText(error?.message ?? `The sign-in to ${name} cannot be refreshed.`)}
      </p>
      <p className="mt-0.5 tabular-nums first-letter:uppercase">
        {nextTry !== null && `${nextTry}. `}
        {expiresAt !== null &&
          (expiresAt > now
            ? `Calls work until it expires ${relativeTime(expiresAt, now)}.`
            : 'It has expired: calls fail until it is refreshed.')}
      </p>
    </>
  )
}
