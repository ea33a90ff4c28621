/**
 * The servers found in the clients on this machine: a person reviews, ticks and adds them. No client's file is changed.
 */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ClientName } from '#contract/clients/clientNames'
import { counted } from '#contract/text/counted'
import { useEngine } from '#renderer/client/engine.ts'
import { useServers } from '#renderer/model/servers/useServers.ts'
import { clientsOf, foundGroups } from '#renderer/features/servers/first/foundWords.ts'
import { FoundList } from '#renderer/features/servers/first/FoundList.tsx'
import { UnreadFiles, WhereLooked } from '#renderer/features/servers/first/WhereLooked.tsx'
import { ImportTrouble } from '#renderer/parts/importing/ImportTrouble.tsx'
import { useImport } from '#renderer/parts/importing/useImport.ts'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { Notice } from '#renderer/ui/notes/Notice.tsx'
import { ReadFailure } from '#renderer/ui/notes/ReadFailure.tsx'

export interface FoundServersProps {
  /**
   * Called with true while servers are being added, and until the person has decided about all that failed. This view
   * must stay meanwhile, although the first servers already exist.
   */
  onHold: (isHeld: boolean) => void
  /** Called with the clients whose servers were added. They can be connected now. */
  onDone: (clients: readonly ClientName[]) => void
}

export function FoundServers({ onHold, onDone }: FoundServersProps) {
  const { queries } = useEngine()
  const { data: servers = [] } = useServers()
  const importing = useImport({
    source: () => ({ client: 'all', consent: preview.data?.consent ?? '' }),
    title: (count) => `Added ${counted(count, 'server')}`,
    readAgain: () => preview.refetch(),
    onClose: () => onDone(clientsOf(chosen)),
  })
  const { project, busy, partly } = importing
  useEffect(() => onHold(busy || partly !== null), [onHold, busy, partly])
  const preview = useQuery({
    ...queries.clients.previewImport.queryOptions({
      input: { client: 'all', ...(project !== undefined && { projectId: project }) },
    }),
    gcTime: 0,
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  })
  const groups = foundGroups(preview.data?.candidates ?? [])
  const candidates = groups.flatMap((group) => group.candidates)
  const chosen = candidates.filter((candidate) => importing.chosenOf([candidate]).length > 0)
  if (preview.error !== null)
    return (
      <ReadFailure what="The clients on this machine" error={preview.error} onAgain={() => void preview.refetch()} />
    )
  if (preview.data === undefined)
    return (
      <p role="status" className="text-sm text-muted">
        Looking for MCP clients on this machine…
      </p>
    )
  const { files, looked } = preview.data
  const adding = `Adding ${counted(chosen.length, 'server')}…`
  return (
    <section aria-labelledby="found-servers" className="flex flex-col gap-3">
      <h2 id="found-servers" className="font-semibold">
        {groups.length > 0 ? 'Found on this machine' : 'No servers found on this machine'}
      </h2>
      <ImportTrouble importing={importing} />
      <UnreadFiles files={files} onAgain={() => void preview.refetch()} />
      {groups.length === 0 ? (
        <WhereLooked files={files} looked={looked} />
      ) : (
        <>
          <FoundList groups={groups} importing={importing} />
          <Notice tone="plain">
            These commands run on your machine with your permissions whenever a server is used. Add only servers you
            trust. The files of your clients are not changed.
          </Notice>
          <div className="sticky bottom-0 -mx-4 flex flex-wrap items-center gap-2 border-t border-line bg-canvas px-4 py-3">
            <Button
              look="primary"
              disabled={chosen.length === 0 || busy || preview.isPlaceholderData}
              onClick={() => void importing.take(candidates)}
            >
              {busy ? adding : `Add ${counted(chosen.length, 'server')}`}
            </Button>
            {busy && (
              <p role="status" className="text-sm text-muted tabular-nums">
                {Math.min(servers.length, chosen.length)} of {chosen.length}
              </p>
            )}
            {partly !== null && partly.servers.length > 0 && (
              <Button onClick={() => onDone(clientsOf(candidates))}>Show added servers</Button>
            )}
          </div>
        </>
      )}
    </section>
  )
}
