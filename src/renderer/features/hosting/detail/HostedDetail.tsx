/** One hosted server: its head with what can be done, and in tabs what it uses, says, and was registered with. */
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { ArrowLeft, RotateCw, Trash2, Wrench } from 'lucide-react'
import { Tabs } from 'radix-ui'
import type { HostedServer } from '#contract/hosting/hostedServer'
import { conditionOf, isTroubled } from '#contract/hosting/hostedWords'
import { counted } from '#contract/text/counted'
import { HostedLogTab } from '#renderer/features/hosting/detail/HostedLogTab.tsx'
import { type HostedTab, hostedTabs } from '#renderer/features/hosting/detail/hostedTabs.ts'
import { OverviewTab, type OverviewTabProps } from '#renderer/features/hosting/detail/OverviewTab.tsx'
import { SetupTab } from '#renderer/features/hosting/detail/SetupTab.tsx'
import { HostedStatusText } from '#renderer/features/hosting/HostedStatusText.tsx'
import { ProviderMark } from '#renderer/features/hosting/ProviderMark.tsx'
import { useHostedServers } from '#renderer/features/hosting/useHosted.ts'
import { useHostingActions } from '#renderer/features/hosting/useHostingActions.ts'
import { usePulls } from '#renderer/features/hosting/usePulls.ts'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { IconButton } from '#renderer/ui/controls/IconButton.tsx'
import { LinkButton } from '#renderer/ui/controls/LinkButton.tsx'
import { TabList } from '#renderer/ui/controls/TabList.tsx'
import { EmptyNote } from '#renderer/ui/notes/EmptyNote.tsx'
import { Notice } from '#renderer/ui/notes/Notice.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

const tabTitles: Readonly<Record<HostedTab, string>> = { overview: 'Overview', log: 'Log', setup: 'Setup' }

function Trouble({ server, onShowLog }: { server: HostedServer; onShowLog: () => void }) {
  const actions = useHostingActions()
  const { error, warning } = server
  const condition = conditionOf(server)
  if (error === null && warning === null && !isTroubled(server)) return null
  return (
    <Notice tone={condition === 'failed' ? 'bad' : 'warn'} className="mx-5 mb-3">
      {error !== null && <p className="line-clamp-6 font-medium whitespace-pre-wrap">{visibleText(error.message)}</p>}
      {warning !== null && <p className="line-clamp-4">{visibleText(warning)}</p>}
      {isTroubled(server) && (
        <div className="mt-2 flex flex-wrap gap-2">
          <Button size="small" onClick={() => void actions.restart(server)}>
            {condition === 'waiting' ? 'Start now' : 'Restart'}
          </Button>
          <Button size="small" look="quiet" onClick={onShowLog}>
            Show log
          </Button>
        </div>
      )}
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
          There is no hosted server <span className="font-mono">{visibleText(slug)}</span>, or no more.
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
  const show = (next: HostedTab) =>
    void navigate({ to: '/hosting/$slug', params: { slug }, search: { tab: next }, replace: true })
  const name = visibleText(server.name)
  return (
    <section aria-label={name} className="flex h-full min-h-0 flex-col">
      <header className="flex items-center gap-3 px-5 pt-3 pb-2 max-sm:gap-1">
        <Link
          to="/hosting"
          aria-label="All hosted servers"
          className="-ml-1.5 inline-flex size-7 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink lg:hidden"
        >
          <ArrowLeft className="size-4" aria-hidden="true" />
        </Link>
        <div className="min-w-0 flex-1">
          <h2 className="truncate text-lg font-semibold">{name}</h2>
          <p className="flex flex-wrap items-center gap-x-3">
            <HostedStatusText server={server} pull={pulls.get(slug) ?? null} />
            <ProviderMark provider={server.provider} />
            {server.restart_count > 0 && (
              <span className="text-xs text-muted tabular-nums">{counted(server.restart_count, 'restart')}</span>
            )}
          </p>
        </div>
        <IconButton
          label="Its tools"
          icon={<Wrench aria-hidden="true" />}
          onClick={() => void navigate({ to: '/servers/$slug', params: { slug } })}
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
      </header>
      <Trouble server={server} onShowLog={() => show('log')} />
      <Tabs.Root value={tab} onValueChange={(next) => show(next as HostedTab)} className="flex min-h-0 flex-1 flex-col">
        <TabList
          large
          label="About this hosted server"
          values={hostedTabs}
          titleOf={(one) => tabTitles[one]}
          className="px-5"
        />
        <Tabs.Content value="overview" tabIndex={-1} className="min-h-0 flex-1 overflow-y-auto outline-none">
          <OverviewTab key={server.id} server={server} readAt={readAt} />
        </Tabs.Content>
        <Tabs.Content value="log" tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
          <HostedLogTab key={server.id} id={server.id} />
        </Tabs.Content>
        <Tabs.Content value="setup" tabIndex={-1} className="min-h-0 flex-1 overflow-y-auto outline-none">
          <SetupTab server={server} />
        </Tabs.Content>
      </Tabs.Root>
    </section>
  )
}
