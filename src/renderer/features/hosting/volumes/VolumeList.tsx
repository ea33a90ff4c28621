import { Link } from '@tanstack/react-router'
import { Download, HardDrive, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { HostedVolume } from '#contract/hosting/hostedServer'
import { aboutBytes } from '#contract/hosting/hostedWords'
import { useHostingActions } from '#renderer/features/hosting/useHostingActions.ts'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { IconButton } from '#renderer/ui/controls/IconButton.tsx'
import { ConfirmDialog } from '#renderer/ui/overlay/ConfirmDialog.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

interface RowProps {
  volume: HostedVolume
  /** Whether the list is on the page of one server. */
  isOfOne: boolean
  onRemove: () => void
}

function ServerLink({ slug }: { slug: string }) {
  return (
    <Link to="/hosting/$slug" params={{ slug }} className="underline underline-offset-2 hover:text-ink">
      {slug}
    </Link>
  )
}

function VolumeRow({ volume, isOfOne, onRemove }: RowProps) {
  const actions = useHostingActions()
  const { name, path, bytes, server, in_use: isInUse } = volume
  return (
    <li data-volume={name} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
      <HardDrive className="size-4 shrink-0 text-muted" aria-hidden="true" />
      <div className="min-w-40 flex-1">
        <p className="font-mono text-sm break-all select-text">{visibleText(path)}</p>
        <p className="text-xs break-all text-muted">
          {!isOfOne && (
            <>
              {server === null ? 'Its server was removed' : <ServerLink slug={server} />}
              {' · '}
            </>
          )}
          <span className="font-mono select-text">{name}</span>
        </p>
      </div>
      <span className="text-sm text-muted tabular-nums">{bytes === null ? 'size not known' : aboutBytes(bytes)}</span>
      <div className="flex items-center gap-1">
        <Button size="small" onClick={() => void actions.backUp(volume)} aria-label={`Back up ${path} of ${name}`}>
          <Download className="size-3.5" aria-hidden="true" />
          Back up
        </Button>
        <IconButton
          label={isInUse ? `${name} is in use and cannot be deleted` : `Delete ${name}`}
          icon={<Trash2 aria-hidden="true" />}
          aria-disabled={isInUse}
          className={isInUse ? 'opacity-45' : ''}
          onClick={() => !isInUse && onRemove()}
        />
      </div>
    </li>
  )
}

export interface VolumeListProps {
  volumes: readonly HostedVolume[]
  isOfOne?: boolean
}

export function VolumeList({ volumes, isOfOne = false }: VolumeListProps) {
  const actions = useHostingActions()
  const [removing, setRemoving] = useState<HostedVolume | null>(null)
  return (
    <>
      <ul aria-label="Volumes" className="divide-y divide-line rounded-lg border border-line bg-surface">
        {volumes.map((volume) => (
          <VolumeRow key={volume.name} volume={volume} isOfOne={isOfOne} onRemove={() => setRemoving(volume)} />
        ))}
      </ul>
      {removing !== null && (
        <ConfirmDialog
          title={`Delete ${removing.name}?`}
          action="Delete for good"
          onClose={() => setRemoving(null)}
          onConfirm={() => void actions.removeVolume(removing)}
        >
          {removing.bytes === null ? 'Its files' : `Its files, ${aboutBytes(removing.bytes)},`} will be deleted. This
          cannot be undone. Back them up first to keep them.
        </ConfirmDialog>
      )}
    </>
  )
}
