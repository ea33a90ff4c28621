/**
 * Asks before unsaved edits are lost: by Escape, Back, a press beside the dialog, a link, a command, or closing the window.
 * Every dialog with a form has it: `FormDialog` by itself.
 */
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useLayers } from '#renderer/ui/layers/useCloseOnBack.ts'
import { LeaveDialog } from '#renderer/ui/overlay/LeaveDialog.tsx'

export interface UnsavedOptions {
  edited: boolean
  /** It is being sent: what follows is its own doing. */
  busy: boolean
  /** The verb of saving. Null: it cannot be saved from here. */
  saving: { readonly action: ReactNode; readonly save: (saved: () => void) => void } | null
  onClose: () => void
}

export interface Unsaved {
  /** Closes, or asks first. */
  close: () => void
  /** The question; goes into the dialog. */
  question: ReactNode
}

export function useUnsaved({ edited, busy, saving, onClose }: UnsavedOptions): Unsaved {
  const layers = useLayers()
  const [asked, setAsked] = useState<{ readonly leave: () => void } | null>(null)
  const isEdited = useEffectEvent(() => edited && !busy)
  useEffect(() => layers?.watch({ isEdited: () => isEdited(), ask: (leave) => setAsked({ leave }) }), [layers])
  useEffect(() => {
    if (!edited) return undefined
    const keep = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', keep)
    return () => window.removeEventListener('beforeunload', keep)
  }, [edited])
  const question = asked !== null && (
    <LeaveDialog
      action={saving === null ? null : saving.action}
      onKeep={() => setAsked(null)}
      onDiscard={() => {
        setAsked(null)
        onClose()
        asked.leave()
      }}
      onSave={() => {
        setAsked(null)
        saving?.save(asked.leave)
      }}
    />
  )
  // A second Escape may reach the form before the question listens: it means the question.
  const ask = () => setAsked((before) => (before === null ? { leave: () => undefined } : null))
  return { close: () => (edited ? ask() : onClose()), question }
}
