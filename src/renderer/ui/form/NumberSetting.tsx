import { useState } from 'react'
import { TextBox } from '#renderer/ui/form/Field.tsx'

export interface NumberSettingProps {
  label: string
  unit: string
  value: number
  min: number
  max: number
  onChange: (value: number) => void
}

/** A whole number. It is saved when the field loses the focus, if it is within the limits. */
export function NumberSetting({ label, unit, value, min, max, onChange }: NumberSettingProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const number = Number(typed ?? value)
  const fits = Number.isInteger(number) && number >= min && number <= max
  const take = () => {
    if (typed === null) return
    if (fits) {
      setTyped(null)
      if (number !== value) onChange(number)
    }
  }
  return (
    <div className="flex flex-col items-end gap-0.5">
      <div className="flex items-center gap-2">
        <TextBox
          aria-label={label}
          aria-invalid={!fits}
          inputMode="numeric"
          className="!w-28 text-right tabular-nums"
          value={typed ?? String(value)}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={take}
          onKeyDown={(event) => {
            if (event.key === 'Enter') take()
            if (event.key === 'Escape') setTyped(null)
          }}
        />
        <span className="w-12 text-sm text-muted">{unit}</span>
      </div>
      {!fits && (
        <p role="alert" className="text-xs text-bad">
          {min.toLocaleString()} to {max.toLocaleString()}
        </p>
      )}
    </div>
  )
}
