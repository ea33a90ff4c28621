/** Copies the owner's token, after saying what it allows. The token is fetched when copied, never shown. */
import { useState } from 'react'
import { useEngine } from '#renderer/client/engine.ts'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { CopyButton } from '#renderer/ui/controls/CopyButton.tsx'
import { Notice } from '#renderer/ui/notes/Notice.tsx'

export interface OwnerTokenProps {
  /** The set-up text of the shown kind of client. */
  setupWith: (token: string) => string
}

function focus(button: HTMLButtonElement | null): void {
  button?.focus()
}

export function OwnerToken({ setupWith }: OwnerTokenProps) {
  const { api } = useEngine()
  const [asking, setAsking] = useState(false)
  const token = async () => (await api.app.token()).token
  if (!asking)
    return (
      <Button size="small" look="quiet" className="-ml-2.5 self-start" onClick={() => setAsking(true)}>
        Copy the owner’s token…
      </Button>
    )
  return (
    <Notice tone="warn">
      <p id="owner-token-note">
        The owner’s token may do everything: run every tool, add and change servers, and make tokens for others. It is
        the same for everything that uses it, so it cannot be revoked for one client.
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <CopyButton ref={focus} label="Copy token" text={token} aria-describedby="owner-token-note" />
        <CopyButton label="Copy set-up with token" text={async () => setupWith(await token())} />
        <Button size="small" look="quiet" onClick={() => setAsking(false)}>
          Cancel
        </Button>
      </div>
    </Notice>
  )
}
