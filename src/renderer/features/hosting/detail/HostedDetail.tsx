/** One hosted server: its header with actions, and tabs with its usage, log and settings. */
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { RotateCw, SlidersHorizontal, Trash2, Wrench } from 'lucide-react'
import { useState } from 'react'
import type { HostedServer } from '#contract/hosting/hostedServer'
import { conditionOf, isTroubled } from '#contract/hosting/hostedWords'
import { counted } from '#contract/text/counted'
import type { HostedTab } from '#renderer/features/hosting/detail/hostedTabs.ts'
import { OverviewTab, type OverviewTabProps } from '#renderer/features/hosting/detail/OverviewTab.tsx'
import { SetupTab } from '#renderer/features/hosting/detail/SetupTab.tsx'
import { EditHostedDialog } from '#renderer/features/hosting/edit/EditHostedDialog.tsx'
import { HostedStatusText } from '#renderer/features/hosting/HostedStatusText.tsx'
import { ProviderMark } from '#renderer/features/hosting/ProviderMark.tsx'
import { Notice } from '#renderer/ui/notes/Notice.tsx'
import { useHostedServers, usePackageUpdates } from '#renderer/features/hosting/useHosted.ts'
import { useHostingActions } from '#renderer/features/hosting/useHostingActions.ts'
import { usePulls } from '#renderer/features/hosting/usePulls.ts'
import { LogTab } from '#renderer/parts/log/LogTab.tsx'
import { TroubleNotice } from '#renderer/parts/server/TroubleNotice.tsx'
import { BackLink } from '#renderer/ui/controls/BackLink.tsx'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { IconButton } from '#renderer/ui/controls/IconButton.tsx'
import { LinkButton } from '#renderer/ui/controls/LinkButton.tsx'
import { EmptyNote } from '#renderer/ui/notes/EmptyNote.tsx'
import { DetailHead } from '#renderer/ui/page/DetailHead.tsx'
import { PageTabs } from '#renderer/ui/page/PageTabs.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

function Trouble({ server, onShowLog }: { server: HostedServer; onShowLog: () => void }) {
  const actions = useHostingActions()
  const { error, warning } = server
  const condition = conditionOf(server)
  if (error === null && warning === null && !isTroubled(server)) return null
  return (
    <TroubleNotice
      failed={condition === 'failed'}
      actions={
        isTroubled(server) ? (
          <Button size="small" onClick={() => void actions.restart(server)}>
            {condition === 'waiting' ? 'Start now' : 'Restart'}
          </Button>
        ) : null
      }
      onShowLog={onShowLog}
    >
      {error !== null && <p className="line-clamp-6 font-medium whitespace-pre-wrap">{visibleText(error.message)}</p>}
      {warning !== null && <p className="line-clamp-4">{visibleText(warning)}</p>}
    </TroubleNotice>
  )
}

/** Says that the server's package has a newer version. */
function NewerVersion({ server, onUpdate }: { server: HostedServer; onUpdate: (newest: string) => void }) {
  const update = usePackageUpdates().data?.find(({ id }) => id === server.id)
  if (update === undefined || server.package?.version !== update.package.version) return null
  return (
    <Notice tone="plain" className="mx-5 mb-3">
      <p>
        {visibleText(update.package.name)} {visibleText(update.newest)} is available;{' '}
        {visibleText(update.package.version)} is running.
      </p>
      <Button size="small" className="mt-2" onClick={() => onUpdate(update.newest)}>
        Update…
      </Button>
    </Notice>
  )
}

export function HostedDetail() {
  const { slug } = useParams({ from: '/hosting/$slug' })
  const { data, dataUpdatedAt } = useHostedServers()
  const server = data?.find((one) => one.slug === slug)
  if (server === undefined)
    return (
      <div className="p-5">
        <EmptyNote action={<LinkButton to="/hosting">All hosted servers</LinkButton>}>
          Hosted server <span className="font-mono">{visibleText(slug)}</span> does not exist. It may have been removed.
        </EmptyNote>
      </div>
    )
  return <KnownServer server={server} readAt={dataUpdatedAt} />
}

function KnownServer({ server, readAt }: OverviewTabProps) {
  const { slug } = server
  const { tab = 'overview' } = useSearch({ from: '/hosting/$slug' })
  const navigate = useNavigate()
  const actions = useHostingActions()
  const pulls = usePulls()
  const [editing, setEditing] = useState<{ readonly version: string | null } | null>(null)
  const show = (next: HostedTab) =>
    void navigate({ to: '/hosting/$slug', params: { slug }, search: { tab: next }, replace: true })
  const name = visibleText(server.name)
  return (
    <section aria-label={name} className="flex h-full min-h-0 flex-col">
      <DetailHead
        back={<BackLink to="/hosting" aria-label="All hosted servers" />}
        title={name}
        status={
          <p className="flex flex-wrap items-center gap-x-3">
            <HostedStatusText server={server} pull={pulls.get(slug) ?? null} />
            <ProviderMark provider={server.provider} />
            {server.restart_count > 0 && (
              <span className="text-xs text-muted tabular-nums">{counted(server.restart_count, 'restart')}</span>
            )}
          </p>
        }
      >
        <IconButton
          label="Its tools"
          icon={<Wrench aria-hidden="true" />}
          onClick={() => void navigate({ to: '/servers/$slug', params: { slug } })}
        />
        <IconButton
          label="Settings"
          icon={<SlidersHorizontal aria-hidden="true" />}
          onClick={() => setEditing({ version: null })}
        />
        <IconButton
          label="Restart"
          icon={<RotateCw aria-hidden="true" />}
          disabled={conditionOf(server) === 'starting'}
          onClick={() => void actions.restart(server)}
        />
        <IconButton
          label="Remove"
          icon={<Trash2 aria-hidden="true" />}
          onClick={() => {
            void actions.remove(server)
            void navigate({ to: '/hosting' })
          }}
        />
      </DetailHead>
      <Trouble server={server} onShowLog={() => show('log')} />
      <NewerVersion server={server} onUpdate={(newest) => setEditing({ version: newest })} />
      <PageTabs<HostedTab>
        label="About this hosted server"
        open={tab}
        onOpen={show}
        tabs={[
          {
            value: 'overview',
            title: 'Overview',
            scrolls: true,
            content: <OverviewTab key={server.id} server={server} readAt={readAt} />,
          },
          { value: 'log', title: 'Log', content: <LogTab key={slug} slug={slug} /> },
          { value: 'setup', title: 'Setup', scrolls: true, content: <SetupTab server={server} /> },
        ]}
      />
      {editing !== null && (
        <EditHostedDialog
          key={server.id}
          server={server}
          pull={pulls.get(slug) ?? null}
          version={editing.version}
          onClose={() => setEditing(null)}
        />
      )}
    </section>
  )
}
