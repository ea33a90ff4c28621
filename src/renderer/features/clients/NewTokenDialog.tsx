/** A new token: shown only once, with ways to use it. */
import { useQuery } from '@tanstack/react-query'
import { useEngine } from '#renderer/client/engine.ts'
import { clientKinds, clientSetup, clientTitles } from '#renderer/parts/endpoint/clientSetup.ts'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { CopyButton } from '#renderer/ui/controls/CopyButton.tsx'
import { Dialog } from '#renderer/ui/overlay/Dialog.tsx'
import { Notice } from '#renderer/ui/notes/Notice.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export interface NewTokenDialogProps {
  client: string
  token: string
  onClose: () => void
}

export function NewTokenDialog({ client, token, onClose }: NewTokenDialogProps) {
  const { queries } = useEngine()
  const { data: info } = useQuery(queries.app.info.queryOptions())
  const url = info?.endpoint?.url
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Token for ${visibleText(client)}`}
      footer={
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <Notice tone="warn" className="mb-4">
        Copy this token now. It is shown only once: Switchboard keeps only its fingerprint.
      </Notice>
      <div className="mb-4 flex items-center gap-2">
        <code
          data-token=""
          className="min-w-0 flex-1 rounded-md border border-line bg-canvas px-3 py-1.5 font-mono text-sm break-all select-all"
        >
          {token}
        </code>
        <CopyButton label="Copy token" size="medium" text={token} />
      </div>
      {url !== undefined && (
        <div className="flex flex-wrap gap-2">
          {clientKinds.map((kind) => (
            <CopyButton
              key={kind}
              label={kind === 'json' ? 'Copy as configuration' : `Copy for ${clientTitles[kind]}`}
              text={clientSetup(kind, url, token)}
            />
          ))}
        </div>
      )}
    </Dialog>
  )
}
