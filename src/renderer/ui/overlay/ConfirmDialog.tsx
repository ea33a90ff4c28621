import type { ReactNode } from 'react'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { Dialog } from '#renderer/ui/overlay/Dialog.tsx'

export interface ConfirmDialogProps {
  title: string
  /** The consequences, in words. */
  children: ReactNode
  /** The verb on the button. */
  action: string
  onConfirm: () => void
  onClose: () => void
}

/** Asks a person to confirm something that cannot be undone. */
export function ConfirmDialog({ title, children, action, onConfirm, onClose }: ConfirmDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="danger"
            onClick={() => {
              onClose()
              onConfirm()
            }}
          >
            {action}
          </Button>
        </>
      }
    >
      <div className="text-sm">{children}</div>
    </Dialog>
  )
}
