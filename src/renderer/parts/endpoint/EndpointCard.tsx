/**
 * The address that clients connect to, and two ways to get a token: a new one for a client, and below it the owner's.
 */
import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useEngine } from '#renderer/client/engine.ts'
import { useChosenProject } from '#renderer/model/projects/chosenProject.ts'
import { type ClientKind, clientSetup, scopedAddress } from '#contract/clients/setupText'
import { OwnerToken } from '#renderer/parts/endpoint/OwnerToken.tsx'
import { SetupTabs } from '#renderer/parts/endpoint/SetupTabs.tsx'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { CopyButton } from '#renderer/ui/controls/CopyButton.tsx'
import { onDemand } from '#renderer/ui/page/onDemand.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

const NewClientDialogs = onDemand(() =>
  import('#renderer/parts/access/NewClientDialogs.tsx').then((module) => module.NewClientDialogs),
)

const hiddenToken = '••••••••'

export function EndpointCard() {
  const { queries } = useEngine()
  const { data: info } = useQuery(queries.app.info.queryOptions())
  const project = useChosenProject()
  const [adding, setAdding] = useState(false)
  const [kind, setKind] = useState<ClientKind>('json')
  if (info === undefined) return <div className="h-64" />
  if (info.endpoint === null)
    return <p className="text-sm text-muted">No port is open, so no client can connect to this engine.</p>
  const url = scopedAddress(info.endpoint.url, project?.name ?? null)
  return (
    <div className="flex flex-col gap-3 text-sm">
      <div>
        <p className="text-muted">Clients connect to</p>
        <code className="font-mono break-all select-text" data-endpoint="">
          {url}
        </code>
        {project !== null && (
          <p className="mt-0.5 text-xs text-muted">
            They see only the servers of {visibleText(project.name)}. Choose all projects to get the address of all
            servers.
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button look="primary" size="small" onClick={() => setAdding(true)}>
          <KeyRound className="size-3.5" aria-hidden="true" />
          Create a token for a client
        </Button>
        <CopyButton label="Copy address" text={url} />
      </div>
      <p className="-mt-1 text-xs text-muted">
        Recommended: you choose what the client may use, copy its configuration with the token in it, and can revoke
        this token alone.
      </p>
      <SetupTabs url={url} token={hiddenToken} shown={kind} onShow={setKind} />
      <OwnerToken setupWith={(token) => clientSetup(kind, url, token)} />
      {adding && <NewClientDialogs projectId={project?.id ?? null} onClose={() => setAdding(false)} />}
    </div>
  )
}
