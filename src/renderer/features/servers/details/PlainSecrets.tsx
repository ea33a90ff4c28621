import type { ServerSnapshot } from '#contract/servers/server'
import { useServerActions } from '#renderer/model/servers/useServerActions.ts'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { Notice } from '#renderer/ui/notes/Notice.tsx'
import { useToasts } from '#renderer/ui/overlay/Toasts.tsx'
import { useAttempt } from '#renderer/ui/overlay/useAttempt.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

/** What of a server is in clear because there was no vault when it came, and the way into one. */
export function PlainSecrets({ server }: { server: ServerSnapshot }) {
  const actions = useServerActions()
  const attempt = useAttempt()
  const { show } = useToasts()
  const { plainSecrets, slug, name } = server
  const one = plainSecrets.length === 1
  // With any change of a server, what of it is in clear goes into the vault: its own name is one.
  const move = () =>
    attempt('Could not move it into the vault', async () => {
      const moved = await actions.update(slug, { name })
      if (moved.plainSecrets.length > 0)
        show({
          title: 'This machine still has no vault',
          detail: 'Start Switchboard where there is a keychain, or with SWITCHBOARD_VAULT_KEY set.',
        })
    })
  return (
    <Notice tone="warn" className="mx-5 mt-3">
      <p>
        <span className="font-mono">{plainSecrets.map(visibleText).join(', ')}</span> {one ? 'is' : 'are'} in clear in
        the data folder: there was no vault when {one ? 'it' : 'they'} came. Once there is one, the next change of this
        server takes {one ? 'it' : 'them'} there.
      </p>
      <Button size="small" className="mt-2" onClick={() => void move()}>
        Move into the vault now
      </Button>
    </Notice>
  )
}
