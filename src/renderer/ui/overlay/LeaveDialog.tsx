import type { ReactNode } from 'react'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { Dialog } from '#renderer/ui/overlay/Dialog.tsx'

export interface LeaveDialogProps {
  /** The verb on the button that saves; null: the form cannot be saved from here. */
  action: ReactNode
  onKeep: () => void
  onDiscard: () => void
  onSave: () => void
}

/** Asks what to do with unsaved edits. Escape keeps them. */
export function LeaveDialog({ action, onKeep, onDiscard, onSave }: LeaveDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onKeep()}
      title="Discard your changes?"
      footer={
        <>
          <Button onClick={onKeep}>Keep editing</Button>
          <Button look="danger" onClick={onDiscard}>
            Discard
          </Button>
          {action !== null && (
            <Button look="primary" onClick={onSave}>
              {action}
            </Button>
          )}
        </>
      }
    >
      <p className="text-sm">You have unsaved changes.</p>
    </Dialog>
  )
}
