import { useId, useState } from 'react'
import { TextBox } from '#renderer/ui/form/Field.tsx'

export interface TextSettingProps {
  label: string
  value: string
  /** Why the text cannot be saved; null if it can. */
  problemOf: (text: string) => string | null
  onChange: (value: string) => void
}

/** A line of text. It is saved when the field loses the focus, if it is valid. */
export function TextSetting({ label, value, problemOf, onChange }: TextSettingProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const noteId = useId()
  const text = (typed ?? value).trim()
  const problem = problemOf(text)
  const take = () => {
    if (typed === null || problem !== null) return
    setTyped(null)
    if (text !== value) onChange(text)
  }
  return (
    <div className="flex w-80 max-w-full flex-col gap-0.5">
      <TextBox
        aria-label={label}
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : noteId}
        className="font-mono text-sm"
        value={typed ?? value}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={take}
        onKeyDown={(event) => {
          if (event.key === 'Enter') take()
          if (event.key === 'Escape') setTyped(null)
        }}
      />
      {problem !== null && (
        <p id={noteId} role="alert" className="text-xs text-bad first-letter:uppercase">
          {problem}
        </p>
      )}
    </div>
  )
}
