/** A modal dialog in the middle, or a sheet on the right. */
import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import type { KeyboardEventHandler, ReactNode } from 'react'
import { Overlay } from '#renderer/ui/overlay/Overlay.tsx'
import { scrollStop } from '#renderer/ui/focus/scrollStop.ts'

export interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  /** One sentence under the title. */
  description?: ReactNode
  shape?: 'middle' | 'sheet'
  wide?: boolean
  /** The foot stays in place under the scrolling content. */
  footer?: ReactNode
  /** Called for keys pressed anywhere in the dialog. */
  onKeyDown?: KeyboardEventHandler
  children: ReactNode
}

export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, description, shape = 'middle', wide = false, footer, onKeyDown, children } = props
  const sheet = shape === 'sheet'
  return (
    <Overlay
      open={open}
      onClose={() => onOpenChange(false)}
      onKeyDown={onKeyDown}
      {...(description === undefined && { 'aria-describedby': undefined })}
      className={clsx(
        'fixed z-40 flex flex-col bg-raised shadow-float outline-none',
        sheet
          ? 'inset-y-0 right-0 w-[min(40rem,100vw)] animate-slide'
          : 'inset-x-3 top-[8vh] mx-auto max-h-[84vh] animate-rise rounded-xl',
        !sheet && (wide ? 'max-w-3xl' : 'max-w-xl'),
      )}
    >
      <header className="py-4 pr-13 pl-5">
        <Primitive.Title className="text-lg font-semibold break-words">{title}</Primitive.Title>
        {description !== undefined && (
          <Primitive.Description className="mt-0.5 text-sm text-muted">{description}</Primitive.Description>
        )}
      </header>
      <div ref={scrollStop} className="min-h-0 flex-1 overflow-y-auto px-5 pb-5 -outline-offset-2">
        {children}
      </div>
      {footer !== undefined && (
        <footer
          data-foot={shape}
          className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-5 py-3"
        >
          {footer}
        </footer>
      )}
      {/* The close button comes last, so that the focus starts in the content. */}
      <Primitive.Close
        aria-label="Close"
        className="absolute top-3.5 right-3.5 inline-flex size-7 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink"
      >
        <X className="size-4" aria-hidden="true" />
      </Primitive.Close>
    </Overlay>
  )
}
