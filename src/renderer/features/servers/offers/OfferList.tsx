import { FileText, FileType2, type LucideIcon, MessageSquareQuote } from 'lucide-react'
import { sizeText } from '#renderer/model/calls/callWords.ts'
import { kindTitles, lineOf, type Offer, type OfferKind, titleOf } from '#renderer/features/servers/offers/offers.ts'
import { EqualRows } from '#renderer/ui/rows/EqualRows.tsx'
import { coversRow } from '#renderer/ui/rows/rows.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

const rowHeight = 56
const maxShownLength = 400

const icons: Readonly<Record<OfferKind, LucideIcon>> = {
  resource: FileText,
  template: FileType2,
  prompt: MessageSquareQuote,
}

function OfferRow({ offer, onOpen }: { offer: Offer; onOpen: (offer: Offer) => void }) {
  const Icon = icons[offer.kind]
  const { entry } = offer
  const line = lineOf(offer).slice(0, maxShownLength).replaceAll(/\s+/g, ' ')
  return (
    <div
      data-offer={offer.key}
      className="relative flex h-full items-center gap-3 border-b border-line px-5 transition-colors hover:bg-hover"
    >
      <Icon className="size-4 shrink-0 text-muted" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <button
          type="button"
          onClick={() => onOpen(offer)}
          className={`block max-w-full truncate text-sm font-medium ${coversRow}`}
        >
          {visibleText(titleOf(offer))}
        </button>
        <p className="truncate text-sm text-muted">{visibleText(line)}</p>
      </div>
      {'uri' in entry && (
        <span className="max-w-40 truncate text-xs text-muted max-sm:hidden">
          {[
            entry.mediaType === null ? null : visibleText(entry.mediaType),
            entry.size === null ? null : sizeText(entry.size),
          ]
            .filter((one) => one !== null)
            .join(', ')}
        </span>
      )}
      <span className="w-18 text-right text-xs text-muted">{kindTitles[offer.kind]}</span>
    </div>
  )
}

export function OfferList({ offers, onOpen }: { offers: readonly Offer[]; onOpen: (offer: Offer) => void }) {
  return (
    <EqualRows label="Resources and prompts" rows={offers} keyOf={({ key }) => key} height={rowHeight}>
      {(offer) => <OfferRow offer={offer} onOpen={onOpen} />}
    </EqualRows>
  )
}
