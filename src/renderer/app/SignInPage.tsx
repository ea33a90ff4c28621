import { KeyRound } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { pastedToken } from '#renderer/client/access.ts'
import { useEngine } from '#renderer/client/engine.ts'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { Field, TextBox } from '#renderer/ui/form/Field.tsx'
import { takeFocus } from '#renderer/ui/focus/takeFocus.ts'

const refusal = 'The engine did not accept this token. An engine without a vault makes a new one at each start.'

export function SignInPage({ refused }: { refused: boolean }) {
  const { access, link } = useEngine()
  const [text, setText] = useState('')
  const [error, setError] = useState(refused ? refusal : undefined)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const token = pastedToken(text)
    if (token === null) {
      setError('Paste the whole address, or the token alone.')
      return
    }
    access?.use(token)
    link.signedIn()
  }
  return (
    <main className="mx-auto max-w-md px-6 pt-[18vh]">
      <KeyRound className="size-6 text-accent" aria-hidden="true" />
      <h1 className="mt-4 text-xl font-semibold">Sign in to this engine</h1>
      <p className="mt-2 text-muted">
        This page needs the access token of the engine it came from. When the engine starts,{' '}
        <code className="font-mono text-sm text-ink">switchboard serve</code> prints an address that holds the token:
        open that address, or paste it here.
      </p>
      <form noValidate onSubmit={submit} className="mt-6 flex flex-col gap-3">
        <Field label="Address or token" error={error}>
          {(control) => (
            <TextBox
              {...control}
              ref={takeFocus}
              type="password"
              autoComplete="off"
              placeholder="http://127.0.0.1:7411/#token=…"
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
