import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'

export interface ControlProps {
  id: string
  'aria-invalid': boolean
  'aria-describedby': string | undefined
}

export interface FieldProps {
  label: string
  hint?: ReactNode
  error?: string | undefined
  /** Whether the hint stays visible beside an error. */
  hintStays?: boolean
  children: (control: ControlProps) => ReactNode
}

/** A label, its control, and a hint or an error. */
export function Field({ label, hint, error, hintStays = false, children }: FieldProps) {
  const id = useId()
  const [noteId, errorId] = [`${id}-note`, `${id}-error`]
  const note = error === undefined || hintStays ? hint : undefined
  const ids = [error === undefined ? null : errorId, note === undefined ? null : noteId].filter((one) => one !== null)
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-sm font-medium break-words">
        {label}
      </label>
      {children({
        id,
        'aria-invalid': error !== undefined,
        'aria-describedby': ids.length === 0 ? undefined : ids.join(' '),
      })}
      {error !== undefined && (
        <p id={errorId} className="text-xs break-words text-bad first-letter:uppercase">
          {error}
        </p>
      )}
      {note !== undefined && (
        <div id={noteId} className="text-xs break-words text-muted">
          {note}
        </div>
      )}
    </div>
  )
}

const box =
  'w-full min-w-0 rounded-md border border-control bg-surface px-2.5 text-ink transition-colors hover:border-muted disabled:opacity-50 focus-visible:outline-offset-0 aria-invalid:border-bad'

export function TextBox({ className, ...rest }: ComponentProps<'input'>) {
  return <input spellCheck={false} autoComplete="off" className={clsx(box, 'h-8 text-base', className)} {...rest} />
}

export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      spellCheck={false}
      autoComplete="off"
      className={clsx(box, 'resize-y py-1.5 font-mono text-sm', className)}
      {...rest}
    />
  )
}

/** A select box. `className` sets its width and text size. */
export function Choice({ className, ...rest }: ComponentProps<'select'>) {
  return (
    <span className={clsx('relative block min-w-0 text-base', className)}>
      <select className={clsx(box, 'h-8 appearance-none truncate !pr-8')} {...rest} />
      <ChevronDown className="pointer-events-none absolute top-2 right-2 size-4 text-muted" aria-hidden="true" />
    </span>
  )
}
