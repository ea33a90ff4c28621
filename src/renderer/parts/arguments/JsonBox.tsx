import type { ArgumentReview } from '#renderer/parts/arguments/argumentReview.ts'
import { Field, TextArea } from '#renderer/ui/form/Field.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export interface JsonBoxProps {
  review: ArgumentReview
  text: string
  /** Whether missing arguments are marked as errors. */
  tried: boolean
  hint?: string | undefined
  onText: (text: string) => void
}

const maxShown = 10

/** The arguments as JSON, with the position of a syntax error, and otherwise the errors that the schema finds. */
export function JsonBox({ review: { read, named }, text, tried, hint, onText }: JsonBoxProps) {
  const wrong = named.filter(({ missing }) => tried || !missing)
  const missing = tried ? [] : named.filter((fault) => fault.missing)
  const shown = wrong.slice(0, maxShown).map((fault) => visibleText(fault.text))
  if (wrong.length > maxShown) shown.push(`${wrong.length - maxShown} more.`)
  const note = [...missing.map((fault) => visibleText(fault.text)), hint ?? ''].join(' ').trim()
  return (
    <Field
      label="Arguments (JSON)"
      hint={note === '' ? undefined : note}
      hintStays
      error={shown.length === 0 ? undefined : shown.join(' ')}
    >
      {(control) => (
        <TextArea
          {...control}
          {...(!read.ok && { 'data-fault-at': read.at })}
          rows={Math.min(14, Math.max(4, text.split('\n').length))}
          value={text}
          onChange={(event) => onText(event.target.value)}
        />
      )}
    </Field>
  )
}
