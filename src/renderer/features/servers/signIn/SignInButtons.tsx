/** The buttons for a sign-in that is needed, is waiting, or cannot be refreshed: a main one, and others if it fails. */
import { useId } from 'react'
import type { ServerSnapshot } from '#contract/servers/server'
import type { SignInSnapshot } from '#contract/servers/signIn'
import { ForgetSignIn } from '#renderer/features/servers/signIn/ForgetSignIn.tsx'
import { expectedHost, waysOut } from '#renderer/features/servers/signIn/signInWords.ts'
import type { SigningIn } from '#renderer/features/servers/signIn/useSigningIn.ts'
import { useIsOfFile } from '#renderer/model/projects/useProjects.ts'
import { useServerDialogs } from '#renderer/model/servers/serverDialogs.ts'
import { signInPage } from '#renderer/model/servers/signInPage.ts'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { CopyButton } from '#renderer/ui/controls/CopyButton.tsx'

export interface SignInPartProps {
  readonly server: ServerSnapshot
  readonly snapshot: SignInSnapshot | undefined
  readonly signing: SigningIn
}

interface MainButton {
  readonly title: string
  /** Shown beside the button. */
  readonly about: { readonly host: string } | string | null
  /** Null: the button cannot be pressed now. */
  readonly run: (() => void) | null
}

function mainButton({ signIn }: ServerSnapshot, snapshot: SignInSnapshot | undefined, signing: SigningIn): MainButton {
  const { busy, opening, failure, begin, open } = signing
  if (signIn !== 'waiting') {
    const host = snapshot === undefined ? null : expectedHost(snapshot)
    const title = signIn === 'cannotRefresh' ? 'Sign in again' : failure === null ? 'Sign in' : 'Try again'
    return {
      title: busy ? 'Preparing…' : title,
      about: host === null ? 'You will see the address before it opens.' : { host },
      run: busy ? null : begin,
    }
  }
  const address = snapshot?.authorizationUrl ?? null
  if (address === null || busy) return { title: 'Preparing…', about: null, run: null }
  const page = signInPage(address)
  if (page === null) return { title: 'Open sign-in page', about: null, run: null }
  const run = () => open(page.href)
  return opening === 'opened'
    ? { title: 'Open again', about: { host: page.host }, run }
    : { title: `Open ${page.host}`, about: null, run }
}

export function SignInButtons({ server, snapshot, signing }: SignInPartProps) {
  const dialogs = useServerDialogs()
  // A server of a file project has its settings in the file.
  const isOfFile = useIsOfFile(server.projects)
  const aboutId = useId()
  const waits = server.signIn === 'waiting'
  const address = waits ? (snapshot?.authorizationUrl ?? null) : null
  const page = address === null ? null : signInPage(address)
  const ways = snapshot === undefined || waits ? null : waysOut(snapshot)
  const { title, about, run } = mainButton(server, snapshot, signing)
  // The button is plain if the page is already open, or if the problem may solve itself.
  const isPlain = server.signIn === 'cannotRefresh' || (waits && signing.opening === 'opened')
  return (
    <>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        {/* This is the same element in every state, so that it keeps the focus. */}
        <Button
          look={isPlain ? 'plain' : 'primary'}
          size="small"
          className="!h-auto min-h-7 max-w-full py-0.5 !whitespace-normal aria-disabled:opacity-60"
          aria-describedby={about === null ? undefined : aboutId}
          aria-disabled={run === null}
          onClick={() => run?.()}
        >
          <span className="break-all">{title}</span>
        </Button>
        {about !== null && (
          <span id={aboutId} className="min-w-0 text-muted">
            {typeof about === 'string' ? (
              about
            ) : (
              <>
                Opens <span className="font-mono text-xs break-all text-ink">{about.host}</span>
              </>
            )}
          </span>
        )}
      </div>
      {waits && signing.opening === 'refused' && (
        <p role="alert" className="mt-2">
          The browser did not open the sign-in page. Allow pop-ups for this page, or copy the link and open it yourself.
        </p>
      )}
      {address !== null && page === null && (
        <p role="alert" className="mt-2">
          Switchboard does not open this address, because it neither uses https nor is on this machine.
        </p>
      )}
      <div className="mt-2 flex flex-wrap gap-2 empty:hidden">
        {page !== null && <CopyButton label="Copy link" text={page.href} />}
        {waits && (
          <Button size="small" onClick={signing.cancel}>
            Cancel
          </Button>
        )}
        {ways?.forget === true && <ForgetSignIn server={server} />}
        {ways?.setClient === true && !isOfFile && (
          <Button size="small" onClick={() => dialogs.editServer(server, { at: 'clientId' })}>
            Set client ID
          </Button>
        )}
      </div>
    </>
  )
}
