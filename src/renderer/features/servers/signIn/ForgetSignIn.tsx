import { useState } from 'react'
import type { ServerSnapshot } from '#contract/servers/server'
import { useSignInActions } from '#renderer/model/servers/useSignIn.ts'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { ConfirmDialog } from '#renderer/ui/overlay/ConfirmDialog.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

/** Forgets a client registration that the issuer no longer knows, or that is wrong. */
export function ForgetSignIn({ server }: { server: ServerSnapshot }) {
  const actions = useSignInActions(server.slug)
  const [asks, setAsks] = useState(false)
  return (
    <>
      <Button size="small" onClick={() => setAsks(true)}>
        Forget and register again
      </Button>
      {asks && (
        <ConfirmDialog
          title={`Forget the registration at ${visibleText(server.name)}`}
          action="Forget"
          onConfirm={() => void actions.forget()}
          onClose={() => setAsks(false)}
        >
          You are signed out, and the client ID is forgotten. The next sign-in registers a new one.
        </ConfirmDialog>
      )}
    </>
  )
}
