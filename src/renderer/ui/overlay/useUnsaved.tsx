/**
 * Asks before unsaved edits are lost: by Escape, Back, a press beside the dialog, a link, a command, or closing the
 * window. Every dialog with a form uses this hook, usually through `FormDialog`.
 */
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useLayers } from '#renderer/ui/layers/useCloseOnBack.ts'
import { LeaveDialog } from '#renderer/ui/overlay/LeaveDialog.tsx'

export interface UnsavedOptions {
  edited: boolean
  /** Whether the form is being sent. Sending may close the form without a question. */
  busy: boolean
  /** The verb on the button that saves, and the saving. Null: the form cannot be saved from here. */
  saving: { readonly action: ReactNode; readonly save: (saved: () => void) => void } | null
  onClose: () => void
}

export interface Unsaved {
  /** Closes the dialog, or asks first. */
  close: () => void
  /** The question, to be rendered inside the dialog. */
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
  // A second Escape may reach the form before the question is listening. The form then closes the question.
  const ask = () => setAsked((before) => (before === null ? { leave: () => undefined } : null))
  return { close: () => (edited ? ask() : onClose()), question }
}
