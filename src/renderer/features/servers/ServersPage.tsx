/** The servers page: the list, and beside it the open server. On a narrow page the open server covers the list. */
import { Outlet, useParams } from '@tanstack/react-router'
import { FileDown, Plus } from 'lucide-react'
import { useState } from 'react'
import type { ClientName } from '#contract/clients/clientNames'
import { isShown, useChosenProject } from '#renderer/model/projects/chosenProject.ts'
import { ProjectTrouble } from '#renderer/parts/project/ProjectTrouble.tsx'
import { ConnectOffer } from '#renderer/features/servers/first/ConnectOffer.tsx'
import { EmptyServers } from '#renderer/features/servers/list/EmptyServers.tsx'
import { useServerDialogs } from '#renderer/model/servers/serverDialogs.ts'
import { ServerList } from '#renderer/features/servers/list/ServerList.tsx'
import { useServers } from '#renderer/model/servers/useServers.ts'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { EmptyNote } from '#renderer/ui/notes/EmptyNote.tsx'
import { IconButton } from '#renderer/ui/controls/IconButton.tsx'
import { LinkButton } from '#renderer/ui/controls/LinkButton.tsx'
import { ReadFailure } from '#renderer/ui/notes/ReadFailure.tsx'
import { ListPage } from '#renderer/ui/page/ListPage.tsx'

export function ServersPage() {
  const { data: servers, error, refetch } = useServers()
  const slug: string | null = useParams({ strict: false }).slug ?? null
  const dialogs = useServerDialogs()
  const project = useChosenProject()
  const [isHeld, setHeld] = useState(false)
  const [addedFrom, setAddedFrom] = useState<readonly ClientName[]>([])
  if (error !== null && servers === undefined)
    return (
      <main className="p-6">
        <h1 className="sr-only">Servers</h1>
        <ReadFailure what="The servers" error={error} onAgain={() => void refetch()} />
      </main>
    )
  if (servers === undefined) return <main aria-busy="true" aria-label="Loading servers" />
  const shown = servers.filter((server) => isShown(project, server))
  if (servers.length === 0 || isHeld)
    return (
      <main className="scroll-pb-20 overflow-y-auto">
        <EmptyServers
          onHold={setHeld}
          onDone={(clients) => {
            setHeld(false)
            setAddedFrom(clients)
          }}
        />
      </main>
    )
  return (
    <ListPage
      title="Servers"
      label="All servers"
      isOpen={slug !== null}
      actions={
        <>
          <IconButton
            label="Import a configuration file"
            keys="I"
            icon={<FileDown aria-hidden="true" />}
            onClick={() => dialogs.importServers()}
          />
          <Button look="primary" size="small" onClick={() => dialogs.addServer()}>
            <Plus className="size-4" aria-hidden="true" />
            Add server
          </Button>
        </>
      }
      list={
        <>
          <ConnectOffer clients={addedFrom} onDismiss={() => setAddedFrom([])} />
          {project !== null && <ProjectTrouble project={project} className="mx-4 mb-3" />}
          {shown.length === 0 ? (
            <div className="border-t border-line p-4">
              <EmptyNote action={<LinkButton to="/projects">Add existing servers</LinkButton>}>
                This project has no servers yet. New servers are added to it.
              </EmptyNote>
            </div>
          ) : (
            <ServerList servers={shown} selected={slug} />
          )}
        </>
      }
    >
      <Outlet />
    </ListPage>
  )
}
