import { File, Link2, LoaderCircle, X } from 'lucide-react'
import { sizeText } from '#renderer/model/calls/callWords.ts'
import type { Attached } from '#renderer/features/chat/composer/attachments/useAttachments.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

const icons = { uploading: LoaderCircle, file: File, resource: Link2 }

/** The files and resources that will be sent with the message. */
export function AttachedList({
  attached,
  onRemove,
}: {
  attached: readonly Attached[]
  onRemove: (key: string) => void
}) {
  if (attached.length === 0) return null
  return (
    <ul aria-label="Attached" className="flex flex-wrap gap-1.5 px-3 pt-2.5">
      {attached.map((one) => {
        const Icon = icons[one.kind]
        const name = visibleText(one.name)
        return (
          <li
            key={one.key}
            data-attached={one.kind}
            className="inline-flex max-w-full items-center gap-1.5 rounded-md border border-line bg-canvas py-0.5 pr-0.5 pl-2 text-sm"
          >
            <Icon
              className={one.kind === 'uploading' ? 'size-3.5 animate-spin text-muted' : 'size-3.5 text-muted'}
              aria-hidden="true"
            />
            <span className="min-w-0 truncate">{name}</span>
            {one.kind === 'file' && <span className="text-xs text-muted">{sizeText(one.attachment.bytes)}</span>}
            <button
              type="button"
              aria-label={`Remove ${name}`}
              onClick={() => onRemove(one.key)}
              className="inline-flex size-6 items-center justify-center rounded text-muted hover:bg-hover hover:text-ink"
            >
              <X className="size-3.5" aria-hidden="true" />
            </button>
          </li>
        )
      })}
    </ul>
  )
}
