import type { ServerSnapshot } from '#contract/servers/server'
import { useServerActions } from '#renderer/model/servers/useServerActions.ts'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { Notice } from '#renderer/ui/notes/Notice.tsx'
import { useToasts } from '#renderer/ui/overlay/Toasts.tsx'
import { useAttempt } from '#renderer/ui/overlay/useAttempt.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

/**
 * Names the values of a server that are stored unencrypted because there was no vault, and moves them into the vault.
 */
export function PlainSecrets({ server }: { server: ServerSnapshot }) {
  const actions = useServerActions()
  const attempt = useAttempt()
  const { show } = useToasts()
  const { plainSecrets, slug, name } = server
  const isSingle = plainSecrets.length === 1
  // Any change to a server moves its unencrypted values into the vault, so setting the same name again is enough.
  const move = () =>
    attempt('Could not move the values into the vault', async () => {
      const moved = await actions.update(slug, { name })
      if (moved.plainSecrets.length > 0)
        show({
          title: 'No vault found on this machine',
          detail: 'Start Switchboard on a machine with a keychain, or with SWITCHBOARD_VAULT_KEY set.',
        })
    })
  return (
    <Notice tone="warn" className="mx-5 mt-3">
      <p>
        <span className="font-mono">{plainSecrets.map(visibleText).join(', ')}</span> {isSingle ? 'is' : 'are'} stored
        unencrypted in the data folder, because there was no vault when {isSingle ? 'it was' : 'they were'} added. Once
        there is a vault, the next change to this server moves {isSingle ? 'it' : 'them'} there.
      </p>
      <Button size="small" className="mt-2" onClick={() => void move()}>
        Move to vault now
      </Button>
    </Notice>
  )
}
