import { KeyRound } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { pastedSignIn } from '#renderer/client/access.ts'
import { useEngine } from '#renderer/client/engine.ts'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { Field, TextBox } from '#renderer/ui/form/Field.tsx'
import { takeFocus } from '#renderer/ui/focus/takeFocus.ts'

const refusals = {
  token: 'The engine did not accept this token. An engine without a vault makes a new one at each start.',
  ticket: 'This address has expired or was already used. Run switchboard open for a new one.',
}

export function SignInPage({ refused }: { refused: keyof typeof refusals | null }) {
  const { access, link } = useEngine()
  const [text, setText] = useState('')
  const [error, setError] = useState(refused === null ? undefined : refusals[refused])
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const signIn = pastedSignIn(text)
    if (signIn === null) {
      setError('Paste the whole address, or just the token.')
      return
    }
    access?.use(signIn)
    link.signedIn()
  }
  return (
    <main className="mx-auto max-w-md px-6 pt-[18vh]">
      <KeyRound className="size-6 text-accent" aria-hidden="true" />
      <h1 className="mt-4 text-xl font-semibold">Sign in to this engine</h1>
      <p className="mt-2 text-muted">
        On the engine’s machine, run <code className="font-mono text-sm text-ink">switchboard open</code> to open this
        page signed in. With <code className="font-mono text-sm text-ink">--print</code>, the command prints a one-time
        address to open or to paste here. The access token that{' '}
        <code className="font-mono text-sm text-ink">switchboard serve</code> prints also works.
      </p>
      <form noValidate onSubmit={submit} className="mt-6 flex flex-col gap-3">
        <Field label="Address or token" error={error}>
          {(control) => (
            <TextBox
              {...control}
              ref={takeFocus}
              type="password"
              autoComplete="off"
              placeholder="http://127.0.0.1:7411/#ticket=…"
              value={text}
              onChange={(event) => {
                setText(event.target.value)
                setError(undefined)
              }}
            />
          )}
        </Field>
        <Button look="primary" type="submit" className="self-start">
          Sign in
        </Button>
      </form>
      <p className="mt-6 text-sm text-muted">The token stays in this tab and is forgotten when the tab is closed.</p>
    </main>
  )
}
