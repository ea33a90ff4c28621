/**
 * The frame of a sheet for a resource or a prompt: its facts, a form for its variables, and the content that was read.
 */
import { Play, Square } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { kindTitles, type Offer, titleOf } from '#renderer/features/servers/offers/offers.ts'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { CopyButton } from '#renderer/ui/controls/CopyButton.tsx'
import { Keys } from '#renderer/ui/controls/Keys.tsx'
import { firstField } from '#renderer/ui/focus/reachable.ts'
import { focusFirstWrong } from '#renderer/ui/focus/focusFirstWrong.ts'
import { Dialog } from '#renderer/ui/overlay/Dialog.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export interface OfferSheetProps {
  offer: Offer
  facts?: ReactNode
  /** The fields to fill in; null: there are no fields. */
  form: ReactNode
  action: string
  isRunning: boolean
  /** Returns whether reading started. False moves the focus to the first invalid field. */
  onStart: () => boolean
  onCancel: () => void
  onClose: () => void
  children: ReactNode
}

export function OfferSheet(props: OfferSheetProps) {
  const { offer, facts, form, action, isRunning, onStart, onCancel, onClose, children } = props
  const { entry } = offer
  const fields = useRef<HTMLDivElement>(null)
  const startButton = useRef<HTMLButtonElement>(null)
  const address = 'uri' in entry ? entry.uri : entry.name
  const start = () => {
    // Waits until the errors are rendered.
    if (!isRunning && !onStart()) requestAnimationFrame(() => focusFirstWrong(fields.current))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return
    event.preventDefault()
    start()
  }
  return (
    <Dialog
      shape="sheet"
      open
      onOpenChange={(open) => !open && onClose()}
      onKeyDown={onKeyDown}
      title={visibleText(titleOf(offer))}
    >
      <div className="mb-3 flex flex-wrap items-center gap-2 text-sm">
        <span className="text-xs text-muted">
          {kindTitles[offer.kind]} of <span className="font-mono">{entry.server}</span>
        </span>
        <code className="min-w-0 font-mono break-all text-muted select-text">{visibleText(address)}</code>
        <CopyButton label={'uri' in entry ? 'Copy URI' : 'Copy name'} look="quiet" text={address} />
      </div>
      {facts}
      {entry.description !== null && entry.description.trim() !== '' && (
        <p className="mb-4 max-h-48 overflow-y-auto text-sm break-words whitespace-pre-wrap select-text">
          {visibleText(entry.description)}
        </p>
      )}
      <div ref={fields} className="flex flex-col gap-3">
        {form}
      </div>
      <div className="mt-3 flex items-center gap-2">
        <Button ref={startButton} look="primary" disabled={isRunning} onClick={start}>
          <Play className="size-3.5" aria-hidden="true" />
          {action}
        </Button>
        <FirstFocus fields={fields} button={startButton} />
        <Button disabled={!isRunning} onClick={onCancel}>
          <Square className="size-3.5" aria-hidden="true" />
          Cancel
        </Button>
        <span className="ml-auto hidden items-center gap-1.5 text-xs text-muted sm:flex">
          <Keys keys="Mod+Enter" /> to run
        </span>
      </div>
      {children}
    </Dialog>
  )
}

/**
 * Focuses the first field, or the button. It is part of the content, because a dialog renders its content later than
 * itself.
 */
function FirstFocus(props: { fields: RefObject<HTMLElement | null>; button: RefObject<HTMLElement | null> }) {
  const { fields, button } = props
  useEffect(() => {
    const field = fields.current === null ? null : firstField(fields.current)
    const target = field ?? button.current
    target?.focus()
  }, [fields, button])
  return null
}
