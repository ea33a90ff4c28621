/** Products: sets of servers that are installed and removed together. */
import { useQuery } from '@tanstack/react-query'
import { PackageOpen, PackagePlus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '#contract/errors'
import type { InstalledProduct } from '#contract/product'
import { useEngine } from '#renderer/client/engine.ts'
import { useProjectNames } from '#renderer/model/projects/useProjects.ts'
import { InstallDialog } from '#renderer/features/settings/products/InstallDialog.tsx'
import { SectionHead } from '#renderer/features/settings/SectionHead.tsx'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { ConfirmDialog } from '#renderer/ui/overlay/ConfirmDialog.tsx'
import { EmptyNote } from '#renderer/ui/notes/EmptyNote.tsx'
import { IconButton } from '#renderer/ui/controls/IconButton.tsx'
import { Notice } from '#renderer/ui/notes/Notice.tsx'
import { useAttempt } from '#renderer/ui/overlay/useAttempt.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export function ProductsSection() {
  const { api, cache, queries } = useEngine()
  const attempt = useAttempt()
  const projectNames = useProjectNames()
  const { data: products, error } = useQuery({ ...queries.products.list.queryOptions(), refetchOnMount: 'always' })
  const [installing, setInstalling] = useState(false)
  const [removing, setRemoving] = useState<InstalledProduct | null>(null)
  const reread = () => cache.invalidateQueries({ queryKey: queries.products.list.key() })
  const serversOf = (product: InstalledProduct) => product.projects.flatMap(({ servers }) => servers)
  const isEmpty = products && products.length === 0
  const install = (
    <Button look="primary" size="small" onClick={() => setInstalling(true)}>
      <PackagePlus className="size-4" aria-hidden="true" />
      Install from file
    </Button>
  )
  return (
    <>
      <SectionHead title="Products" action={!isEmpty && install}>
        A product is a set of servers described by a manifest. Installing it again updates the servers and keeps your
        switches.
      </SectionHead>
      {error !== null && <Notice tone="bad">{visibleText(messageOf(error))}</Notice>}
      {isEmpty === true && (
        <EmptyNote action={install}>
          No products installed. A product installs several servers in one step, and removes exactly those when you
          uninstall it.
        </EmptyNote>
      )}
      {products !== undefined && products.length > 0 && (
        <ul aria-label="Products" className="divide-y divide-line rounded-lg border border-line">
          {products.map((product) => (
            <li key={product.id} data-product={product.id} className="flex items-center gap-3 px-3 py-2">
              <PackageOpen className="size-4 shrink-0 text-muted" aria-hidden="true" />
              <div className="min-w-0 flex-1">
                <p className="text-sm font-medium break-words">
                  {visibleText(product.name)}{' '}
                  <span className="font-normal text-muted">{visibleText(product.version)}</span>
                </p>
                <p className="text-sm break-words text-muted">
                  {product.projects
                    .map(
                      ({ projectId, servers }) =>
                        `${servers.join(', ')} in ${visibleText(projectNames.get(projectId) ?? projectId)}`,
                    )
                    .join(' · ')}
                </p>
              </div>
              <IconButton
                label={`Uninstall ${visibleText(product.name)}`}
                icon={<Trash2 aria-hidden="true" />}
                onClick={() => setRemoving(product)}
              />
            </li>
          ))}
        </ul>
      )}
      {installing && <InstallDialog onInstalled={() => void reread()} onClose={() => setInstalling(false)} />}
      {removing !== null && (
        <ConfirmDialog
          title={`Uninstall ${visibleText(removing.name)}?`}
          action="Uninstall"
          onClose={() => setRemoving(null)}
          onConfirm={() =>
            void attempt(`Could not uninstall ${visibleText(removing.name)}`, async () => {
              await api.products.uninstall({ id: removing.id })
              await reread()
            })
          }
        >
          <p>This stops and removes only the servers that the product installed:</p>
          <p className="mt-2 font-mono text-xs break-words">{serversOf(removing).join(', ') || 'none'}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
