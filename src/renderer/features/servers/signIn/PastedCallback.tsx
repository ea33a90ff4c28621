import { type SyntheticEvent, useState } from 'react'
import { messageOf } from '#contract/errors'
import { useSignInActions } from '#renderer/model/servers/useSignIn.ts'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { Field, TextBox } from '#renderer/ui/form/Field.tsx'
import { Disclosure } from '#renderer/ui/notes/Disclosure.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

/**
 * Takes the address of the last sign-in page. A browser on another machine cannot reach this engine, but that address
 * contains everything that is needed.
 */
export function PastedCallback({ slug }: { slug: string }) {
  const actions = useSignInActions(slug)
  const [url, setUrl] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const send = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      await actions.callback(url.trim())
    } catch (thrown) {
      setProblem(visibleText(messageOf(thrown)))
    }
    setBusy(false)
  }
  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (busy) return
    if (URL.canParse(url.trim())) void send()
    else setProblem('Paste the whole address, from http to the end.')
  }
  return (
    <Disclosure className="mt-2" title={<span className="text-sm">The browser is on another machine</span>}>
      <form noValidate onSubmit={onSubmit} className="flex flex-wrap items-start gap-2 pt-2">
        <div className="min-w-48 flex-1">
          <Field
            label="Address of the last page"
            hint="After you agree, the browser shows a page that does not load. Paste its address here."
            error={problem}
          >
            {(control) => (
              <TextBox
                {...control}
                className="font-mono text-sm"
                placeholder="http://127.0.0.1:…"
                value={url}
                onChange={(event) => setUrl(event.target.value)}
              />
            )}
          </Field>
        </div>
        <Button type="submit" className="sm:mt-6" aria-disabled={busy}>
          {busy ? 'Checking…' : 'Continue'}
        </Button>
      </form>
    </Disclosure>
  )
}
