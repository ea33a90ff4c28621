/** Shows a new token, once, with the set-up text for its client. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AccessClient } from '#contract/clients/access'
import { useEngine } from '#renderer/client/engine.ts'
import { type ClientKind, clientSetup, setupKinds } from '#contract/clients/setupText'
import { SetupTabs } from '#renderer/parts/endpoint/SetupTabs.tsx'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { CopyButton } from '#renderer/ui/controls/CopyButton.tsx'
import { Dialog } from '#renderer/ui/overlay/Dialog.tsx'
import { Notice } from '#renderer/ui/notes/Notice.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export interface NewTokenDialogProps {
  client: Pick<AccessClient, 'name' | 'kind'>
  token: string
  onClose: () => void
}

export function NewTokenDialog({ client, token, onClose }: NewTokenDialogProps) {
  const { queries } = useEngine()
  const { data: info } = useQuery(queries.app.info.queryOptions())
  const [kind, setKind] = useState<ClientKind>(setupKinds[client.kind])
  const url = info?.endpoint?.url
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Token for ${visibleText(client.name)}`}
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
        <SetupTabs url={url} token={token} shown={kind} onShow={setKind}>
          <CopyButton label="Copy set-up" className="mt-2" text={clientSetup(kind, url, token)} />
        </SetupTabs>
      )}
    </Dialog>
  )
}
