/** The page of one server: a header with actions, and tabs with its tools, log and details. */
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { RotateCw, SlidersHorizontal, Stethoscope, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ServerSnapshot } from '#contract/servers/server'
import { hasAddress } from '#contract/servers/transports'
import { useNamesIn } from '#renderer/model/projects/chosenProject.ts'
import { useIsOfFile } from '#renderer/model/projects/useProjects.ts'
import { DetailsTab } from '#renderer/features/servers/details/DetailsTab.tsx'
import type { DetailTab } from '#renderer/features/servers/detailTabs.ts'
import { OffersTab } from '#renderer/features/servers/offers/OffersTab.tsx'
import { SignInNotice } from '#renderer/features/servers/signIn/SignInNotice.tsx'
import { useSigningIn } from '#renderer/features/servers/signIn/useSigningIn.ts'
import { SignInTab } from '#renderer/features/servers/signIn/tab/SignInTab.tsx'
import { LogTab } from '#renderer/parts/log/LogTab.tsx'
import { useServerDialogs } from '#renderer/model/servers/serverDialogs.ts'
import { serverError } from '#renderer/model/servers/serverStatus.ts'
import { onlyLacksSignIn } from '#renderer/model/servers/signInStatus.ts'
import { withGeneral } from '#renderer/parts/server/repair/repairActions.ts'
import { RepairButtons } from '#renderer/parts/server/repair/RepairButtons.tsx'
import { TroubleNotice } from '#renderer/parts/server/TroubleNotice.tsx'
import { ServerStatusText } from '#renderer/parts/server/ServerStatusText.tsx'
import { ToolsTab } from '#renderer/features/servers/tools/ToolsTab.tsx'
import { useServerActions } from '#renderer/model/servers/useServerActions.ts'
import { useShownServer } from '#renderer/model/servers/useShownServer.ts'
import { useSignIn } from '#renderer/model/servers/useSignIn.ts'
import { useServers } from '#renderer/model/servers/useServers.ts'
import { BackLink } from '#renderer/ui/controls/BackLink.tsx'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { EmptyNote } from '#renderer/ui/notes/EmptyNote.tsx'
import { IconButton } from '#renderer/ui/controls/IconButton.tsx'
import { LinkButton } from '#renderer/ui/controls/LinkButton.tsx'
import { Notice } from '#renderer/ui/notes/Notice.tsx'
import { Switch } from '#renderer/ui/controls/Switch.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'
import { DetailHead } from '#renderer/ui/page/DetailHead.tsx'
import { PageTabs } from '#renderer/ui/page/PageTabs.tsx'

function Trouble({ server, onShowLog }: { server: ServerSnapshot; onShowLog: () => void }) {
  const error = serverError(server)
  if (error === null || onlyLacksSignIn(server)) return null
  return (
    <TroubleNotice
      failed={server.state.kind === 'failed'}
      actions={<RepairButtons server={server} repairs={withGeneral(error.repairs ?? [])} />}
      onShowLog={onShowLog}
    >
      <p className="line-clamp-6 font-medium whitespace-pre-wrap" title={visibleText(error.message)}>
        {visibleText(error.message)}
      </p>
      {error.hint !== undefined && <p className="mt-0.5 line-clamp-4">{visibleText(error.hint)}</p>}
    </TroubleNotice>
  )
}

function WithoutProject({ className, onChoose }: { className: string; onChoose: () => void }) {
  return (
    <Notice tone="plain" className={className}>
      <p>This server is in no project: it is stopped, and no client sees its tools.</p>
      <Button size="small" className="mt-2" onClick={onChoose}>
        Add to a project
      </Button>
    </Notice>
  )
}

function toolsTitle(tools: number): ReactNode {
  if (tools === 0) return 'Tools'
  return (
    <>
      Tools
      <span className="ml-1.5 font-normal text-muted tabular-nums">{tools}</span>
    </>
  )
}

export function ServerDetail() {
  const { slug } = useParams({ from: '/servers/$slug' })
  const server = useServers().data?.find((one) => one.slug === slug)
  if (server === undefined)
    return (
      <div className="p-5">
        <EmptyNote action={<LinkButton to="/servers">All servers</LinkButton>}>
          Server <span className="font-mono">{visibleText(slug)}</span> does not exist. It may have been removed.
        </EmptyNote>
      </div>
    )
  return <KnownServer server={server} />
}

function KnownServer({ server: known }: { server: ServerSnapshot }) {
  const server = useShownServer(known)
  const { slug } = server
  const { tab: wanted = 'tools' } = useSearch({ from: '/servers/$slug' })
  const navigate = useNavigate()
  const actions = useServerActions()
  const dialogs = useServerDialogs()
  const projectId = useNamesIn(server.projects)
  const isOfFile = useIsOfFile(server.projects)
  const isRemote = hasAddress(server.launch)
  const tab = wanted === 'sign-in' && !isRemote ? 'tools' : wanted
  const { data: signIn } = useSignIn(slug, isRemote && (server.signIn !== 'none' || tab === 'sign-in'))
  const signing = useSigningIn(slug, signIn)
  const show = (next: DetailTab) =>
    void navigate({ to: '/servers/$slug', params: { slug }, search: { tab: next }, replace: true })
  const name = visibleText(server.name)
  return (
    <section aria-label={name} className="flex h-full min-h-0 flex-col">
      <DetailHead
        back={<BackLink to="/servers" aria-label="All servers" />}
        title={name}
        status={<ServerStatusText server={server} />}
      >
        {!isOfFile && (
          <IconButton
            label="Settings"
            icon={<SlidersHorizontal aria-hidden="true" />}
            onClick={() => dialogs.editServer(server)}
          />
        )}
        <IconButton
          label="Diagnose"
          icon={<Stethoscope aria-hidden="true" />}
          onClick={() => dialogs.examine(server)}
        />
        <IconButton
          label="Restart"
          icon={<RotateCw aria-hidden="true" />}
          disabled={!server.enabled}
          onClick={() => void actions.restart(server)}
        />
        <IconButton
          label={server.projects.length > 1 ? 'Remove from all projects' : 'Remove'}
          icon={<Trash2 aria-hidden="true" />}
          onClick={() => {
            void actions.remove(server)
            void navigate({ to: '/servers' })
          }}
        />
        <Switch
          label={`${name} on`}
          disabled={server.projects.length === 0}
          checked={server.enabled}
          onCheckedChange={(enabled) => void actions.setEnabled(server, enabled, projectId)}
        />
      </DetailHead>
      {server.projects.length === 0 && <WithoutProject className="mx-5 mb-3" onChoose={() => show('details')} />}
      <Trouble server={server} onShowLog={() => show('log')} />
      <SignInNotice key={slug} server={server} snapshot={signIn} signing={signing} />
      <PageTabs<DetailTab>
        label="About this server"
        open={tab}
        onOpen={show}
        tabs={[
          { value: 'tools', title: toolsTitle(server.tools.total), content: <ToolsTab key={slug} server={server} /> },
          { value: 'offers', title: 'Resources and prompts', content: <OffersTab key={slug} server={server} /> },
          { value: 'log', title: 'Log', content: <LogTab key={slug} slug={slug} /> },
          ...(isRemote
            ? [
                {
                  value: 'sign-in' as const,
                  title: 'Sign-in',
                  scrolls: true,
                  content: <SignInTab key={slug} server={server} signing={signing} isOfFile={isOfFile} />,
                },
              ]
            : []),
          { value: 'details', title: 'Details', scrolls: true, content: <DetailsTab server={server} /> },
        ]}
      />
    </section>
  )
}
