/** The servers in containers: a list, and beside it the one that is open, or what there is to run them in. */
import { Outlet, useParams } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '#contract/errors'
import { HostDialog } from '#renderer/features/hosting/add/HostDialog.tsx'
import { EmptyHosting } from '#renderer/features/hosting/EmptyHosting.tsx'
import { HostedList } from '#renderer/features/hosting/list/HostedList.tsx'
import { useHostedServers } from '#renderer/features/hosting/useHosted.ts'
import { usePulls } from '#renderer/features/hosting/usePulls.ts'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { Notice } from '#renderer/ui/notes/Notice.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export function HostingPage() {
  const { data: servers, error, refetch } = useHostedServers()
  const pulls = usePulls()
  const slug: string | null = useParams({ strict: false }).slug ?? null
  const [hosting, setHosting] = useState(false)
  if (error !== null && servers === undefined)
    return (
      <main className="p-6">
        <h1 className="sr-only">Hosting</h1>
        <Notice tone="bad" className="max-w-xl">
          <p>The hosted servers could not be read: {visibleText(messageOf(error))}</p>
          <Button size="small" className="mt-2" onClick={() => void refetch()}>
            Try again
          </Button>
        </Notice>
      </main>
    )
  if (servers === undefined) return <main aria-busy="true" aria-label="Hosted servers are being read" />
  const dialog = hosting && <HostDialog pulls={pulls} onClose={() => setHosting(false)} />
  if (servers.length === 0 && slug === null)
    return (
      <main className="overflow-y-auto">
        <EmptyHosting onHost={() => setHosting(true)} />
        {dialog}
      </main>
    )
  return (
    <main
      className={clsx(
        'min-h-0 min-w-0 lg:grid lg:grid-cols-[24rem_minmax(0,1fr)]',
        // Where there is one column, what there is to run them in stands below the list.
        slug === null ? 'max-lg:overflow-y-auto' : 'grid',
      )}
    >
      <section
        aria-label="All hosted servers"
        className={clsx(
          'min-h-0 min-w-0 flex-col lg:flex lg:border-r lg:border-line',
          slug === null ? 'flex' : 'hidden',
        )}
      >
        <header className="flex items-center gap-2 px-4 py-3">
          <h1 className="flex-1 text-lg font-semibold">Hosting</h1>
          <Button look="primary" size="small" onClick={() => setHosting(true)}>
            <Plus className="size-4" aria-hidden="true" />
            Host a server
          </Button>
        </header>
        <HostedList servers={servers} pulls={pulls} selected={slug} />
      </section>
      <div className="min-h-0 min-w-0 bg-surface lg:overflow-y-auto">
        <Outlet />
      </div>
      {dialog}
    </main>
  )
}
