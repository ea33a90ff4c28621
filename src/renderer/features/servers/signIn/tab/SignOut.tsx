import { useState } from 'react'
import type { ServerSnapshot } from '#contract/servers/server'
import { useSignInActions } from '#renderer/model/servers/useSignIn.ts'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { ConfirmDialog } from '#renderer/ui/overlay/ConfirmDialog.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export function SignOut({ server }: { server: ServerSnapshot }) {
  const actions = useSignInActions(server.slug)
  const [asks, setAsks] = useState(false)
  const name = visibleText(server.name)
  return (
    <>
      <Button size="small" onClick={() => setAsks(true)}>
        Sign out
      </Button>
      {asks && (
        <ConfirmDialog
          title={`Sign out of ${name}`}
          action="Sign out"
          onConfirm={() => void actions.end()}
          onClose={() => setAsks(false)}
        >
          Calls to {name} fail in every project until you sign in again.
        </ConfirmDialog>
      )}
    </>
  )
}
