/**
 * A dialog with one form. A failure is scrolled into view, and a refusal moves the focus to the first invalid field.
 */
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { Dialog, type DialogProps } from '#renderer/ui/overlay/Dialog.tsx'
import { Notice } from '#renderer/ui/notes/Notice.tsx'
import type { Send, Submission } from '#renderer/ui/form/useForm.ts'
import { useUnsaved } from '#renderer/ui/overlay/useUnsaved.tsx'

export interface FormDialogProps extends Pick<DialogProps, 'title' | 'description' | 'wide' | 'children'> {
  submission: Submission
  send: Send
  /** The verb on the button. Null: the form has nothing to send, and no button. */
  action: ReactNode
  disabled?: boolean
  /** Shown in the foot, left of the buttons. */
  aside?: ReactNode
  /** Shown in the foot, above the buttons: the progress of sending. */
  note?: ReactNode
  onClose: () => void
}

function goToMistake(form: HTMLFormElement | null): void {
  const mistake = form?.querySelector<HTMLElement>('[aria-invalid="true"]')
  const folded = mistake?.closest('details')
  if (folded) folded.open = true
  mistake?.focus()
}

export function FormDialog(props: FormDialogProps) {
  const { submission, send, action, disabled = false, aside, note, onClose, children, ...rest } = props
  const { busy, failure, refused, submit, edited } = submission
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (refused > 0) goToMistake(form.current)
  }, [refused])
  const canSave = action !== null && !disabled && !busy
  const saving = canSave ? { action, save: (saved: () => void) => submit(send, saved) } : null
  const unsaved = useUnsaved({ edited, busy, saving, onClose })
  return (
    <Dialog
      {...rest}
      open
      onOpenChange={(open) => !open && unsaved.close()}
      footer={
        <>
          {failure !== null && (
            <Notice tone="bad" className="max-h-40 basis-full overflow-y-auto">
              <p role="alert">{failure}</p>
            </Notice>
          )}
          {note !== undefined && <div className="basis-full empty:hidden">{note}</div>}
          {aside !== undefined && <div className="mr-auto">{aside}</div>}
          <Button onClick={onClose}>{action === null ? 'Close' : 'Cancel'}</Button>
          {action !== null && (
            <Button look="primary" type="submit" form={id} disabled={disabled || busy}>
              {action}
            </Button>
          )}
        </>
      }
    >
      <form
        ref={form}
        id={id}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit(send)
        }}
        className="flex flex-col gap-4"
      >
        {children}
      </form>
      {unsaved.question}
    </Dialog>
  )
}
