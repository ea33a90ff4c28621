/** The tab with all facts about a sign-in, and the actions on it. */
import { type ReactNode, useId } from 'react'
import type { ServerSnapshot } from '#contract/servers/server'
import type { SignInSnapshot } from '#contract/servers/signIn'
import { hasAddress } from '#contract/servers/transports'
import { ForgetSignIn } from '#renderer/features/servers/signIn/ForgetSignIn.tsx'
import { LiveTime } from '#renderer/features/servers/signIn/tab/LiveTime.tsx'
import { settingLines } from '#renderer/features/servers/signIn/form/settingWords.ts'
import { SignInSteps } from '#renderer/features/servers/signIn/tab/SignInSteps.tsx'
import { SignOut } from '#renderer/features/servers/signIn/tab/SignOut.tsx'
import {
  expectedHost,
  registrationTitles,
  stateTitles,
  waysOut,
} from '#renderer/features/servers/signIn/signInWords.ts'
import type { SigningIn } from '#renderer/features/servers/signIn/useSigningIn.ts'
import { useServerDialogs } from '#renderer/model/servers/serverDialogs.ts'
import { useSignIn } from '#renderer/model/servers/useSignIn.ts'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { EmptyNote } from '#renderer/ui/notes/EmptyNote.tsx'
import { ReadFailure } from '#renderer/ui/notes/ReadFailure.tsx'
import { useNow } from '#renderer/ui/page/useNow.ts'
import { Fact, Facts } from '#renderer/ui/rows/Facts.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export interface SignInTabProps {
  server: ServerSnapshot
  signing: SigningIn
  /** Whether the settings of the server are in a file. */
  isOfFile: boolean
}

export function SignInTab({ server, signing, isOfFile }: SignInTabProps) {
  const { data: snapshot, error, refetch } = useSignIn(server.slug)
  if (error !== null && snapshot === undefined)
    return <ReadFailure className="m-5" what="The sign-in" error={error} onAgain={() => void refetch()} />
  if (snapshot === undefined) return <p className="sr-only">Loading the sign-in…</p>
  return (
    <div className="pb-8" data-sign-in-state={snapshot.state}>
      {snapshot.state === 'none' && snapshot.clientId === null && snapshot.steps.length === 0 ? (
        <>
          <div className="p-5">
            <EmptyNote action={<UnaskedSignIn snapshot={snapshot} signing={signing} title="Sign in anyway" />}>
              This server has not asked for a sign-in.
            </EmptyNote>
          </div>
          <Settings server={server} />
        </>
      ) : (
        <>
          <SignInFacts snapshot={snapshot} />
          <Actions server={server} snapshot={snapshot} signing={signing} isOfFile={isOfFile} />
          <Settings server={server} />
          {snapshot.steps.length > 0 && <SignInSteps steps={snapshot.steps} />}
        </>
      )}
    </div>
  )
}

/** A button for a sign-in that no notice asks for. */
function UnaskedSignIn({ snapshot, signing, title }: { snapshot: SignInSnapshot; signing: SigningIn; title: string }) {
  const { busy, failure, begin } = signing
  const aboutId = useId()
  const host = expectedHost(snapshot)
  return (
    <>
      <span className="inline-flex flex-wrap items-center gap-2">
        <Button
          size="small"
          aria-describedby={host === null ? undefined : aboutId}
          aria-disabled={busy}
          onClick={begin}
        >
          {busy ? 'Preparing…' : title}
        </Button>
        {host !== null && (
          <span id={aboutId} className="text-sm text-muted">
            Opens <span className="font-mono text-xs break-all text-ink">{host}</span>
          </span>
        )}
      </span>
      {failure !== null && (
        <p role="alert" className="basis-full text-sm break-words text-bad">
          {failure}
        </p>
      )}
    </>
  )
}

/** The value, or the words `Not known`. */
function text(value: string | null): ReactNode {
  return value === null ? <span className="font-sans text-muted">Not known</span> : visibleText(value)
}

function SignInFacts({ snapshot }: { snapshot: SignInSnapshot }) {
  const now = useNow(snapshot.expiresAt !== null || snapshot.nextRefreshAt !== null)
  const { state, account, issuer, scopes, expiresAt, nextRefreshAt, clientId, registration, redirectUri, error } =
    snapshot
  const holds = state === 'signedIn' || state === 'cannotRefresh'
  return (
    <Facts title="Sign-in">
      <Fact name="State">{state === 'none' && clientId !== null ? 'Signed out' : stateTitles[state]}</Fact>
      {holds && <Fact name="Signed in as">{text(account)}</Fact>}
      <Fact name="Issuer" mono>
        {text(issuer)}
      </Fact>
      {scopes.length > 0 && (
        <Fact name="Scopes" mono>
          {scopes.map(visibleText).join(', ')}
        </Fact>
      )}
      {holds && (
        <>
          <Fact name="Expires">{expiresAt === null ? text(null) : <LiveTime at={expiresAt} now={now} />}</Fact>
          <Fact name={state === 'signedIn' ? 'Next refresh' : 'Next try'}>
            {nextRefreshAt === null ? 'None planned' : <LiveTime at={nextRefreshAt} now={now} />}
          </Fact>
        </>
      )}
      {clientId !== null && (
        <Fact name="Client ID" mono>
          {visibleText(clientId)}
        </Fact>
      )}
      {registration !== null && <Fact name="Registration">{registrationTitles[registration]}</Fact>}
      {redirectUri !== null && (
        <Fact name="Redirect address" mono>
          {visibleText(redirectUri)}
        </Fact>
      )}
      {error !== null && (
        <Fact name="Last error">
          {visibleText(error.message)}
          {error.hint !== undefined && <span className="block text-muted">{visibleText(error.hint)}</span>}
        </Fact>
      )}
    </Facts>
  )
}

/** The settings that were entered, as opposed to discovered ones. */
function Settings({ server: { launch } }: { server: ServerSnapshot }) {
  const lines = hasAddress(launch) && launch.auth !== undefined ? settingLines(launch.auth) : []
  if (lines.length === 0) return null
  return (
    <Facts title="Sign-in settings">
      {lines.map(({ title, text: said }) => (
        <Fact key={title} name={title}>
          {visibleText(said)}
        </Fact>
      ))}
    </Facts>
  )
}

function Actions({ server, snapshot, signing, isOfFile }: SignInTabProps & { snapshot: SignInSnapshot }) {
  const dialogs = useServerDialogs()
  const holds = snapshot.state === 'signedIn' || snapshot.state === 'cannotRefresh'
  // Without a notice, this tab offers to set the client ID.
  const wantsClient = snapshot.state === 'none' && waysOut(snapshot).setClient
  return (
    <div className="flex flex-wrap gap-2 px-5 pt-3 empty:hidden">
      {snapshot.state === 'none' && <UnaskedSignIn snapshot={snapshot} signing={signing} title="Sign in" />}
      {holds && <SignOut server={server} />}
      {snapshot.clientId !== null && snapshot.registration !== 'given' && <ForgetSignIn server={server} />}
      {!isOfFile && (
        <Button size="small" onClick={() => dialogs.editServer(server, { at: wantsClient ? 'clientId' : 'signIn' })}>
          {wantsClient ? 'Set client ID' : 'Sign-in settings'}
        </Button>
      )}
    </div>
  )
}
