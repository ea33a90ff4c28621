/** The hosting page: the list of hosted servers, and beside it the open server or the runtimes. */
import { Outlet, useParams } from '@tanstack/react-router'
import { Package, Plus } from 'lucide-react'
import { useState } from 'react'
import { HostDialog } from '#renderer/features/hosting/add/HostDialog.tsx'
import { EmptyHosting } from '#renderer/features/hosting/EmptyHosting.tsx'
import { HostedList } from '#renderer/features/hosting/list/HostedList.tsx'
import { PackageDialog } from '#renderer/features/hosting/package/PackageDialog.tsx'
import { useHostedServers } from '#renderer/features/hosting/useHosted.ts'
import { usePulls } from '#renderer/features/hosting/usePulls.ts'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { ReadFailure } from '#renderer/ui/notes/ReadFailure.tsx'
import { ListPage } from '#renderer/ui/page/ListPage.tsx'

export function HostingPage() {
  const { data: servers, error, refetch } = useHostedServers()
  const pulls = usePulls()
  const slug: string | null = useParams({ strict: false }).slug ?? null
  const [open, setOpen] = useState<'image' | 'package' | null>(null)
  const close = () => setOpen(null)
  if (error !== null && servers === undefined)
    return (
      <main className="p-6">
        <h1 className="sr-only">Hosting</h1>
        <ReadFailure what="The hosted servers" error={error} onAgain={() => void refetch()} />
      </main>
    )
  if (servers === undefined) return <main aria-busy="true" aria-label="Loading hosted servers" />
  const dialog =
    open === 'image' ? (
      <HostDialog pulls={pulls} onClose={close} />
    ) : (
      open === 'package' && <PackageDialog onClose={close} />
    )
  if (servers.length === 0 && slug === null)
    return (
      <main className="overflow-y-auto">
        <EmptyHosting onHost={() => setOpen('image')} onPackage={() => setOpen('package')} />
        {dialog}
      </main>
    )
  return (
    <ListPage
      title="Hosting"
      label="All hosted servers"
      isOpen={slug !== null}
      restsBelow
      actions={
        <>
          <Button size="small" onClick={() => setOpen('package')}>
            <Package className="size-4" aria-hidden="true" />
            Run a package
          </Button>
          <Button look="primary" size="small" onClick={() => setOpen('image')}>
            <Plus className="size-4" aria-hidden="true" />
            Host a server
          </Button>
        </>
      }
      list={<HostedList servers={servers} pulls={pulls} selected={slug} />}
    >
      <Outlet />
      {dialog}
    </ListPage>
  )
}
