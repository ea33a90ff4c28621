import { Eye, EyeOff, Plus, X } from 'lucide-react'
import { useState } from 'react'
import { isHiddenValue, secretNamePattern } from '#contract/secretNames'
import type { EnvironmentRow } from '#renderer/parts/values/environmentRows.ts'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { TextBox } from '#renderer/ui/form/Field.tsx'
import { takeFocus } from '#renderer/ui/focus/takeFocus.ts'
import { IconButton } from '#renderer/ui/controls/IconButton.tsx'

export interface EnvironmentRowsProps {
  title: string
  /** The name for one row, such as "variable" or "header". */
  rowName: string
  rows: readonly EnvironmentRow[]
  error: string | undefined
  /** An example of a value, if one is known. */
  hint?: string | undefined
  /** The row that gets the focus first. */
  startsAt?: { readonly id: number; readonly in: 'name' | 'value' } | undefined
  onChange: (rows: readonly EnvironmentRow[]) => void
}

/**
 * Whether a value is masked. Secrets are masked; other values from pasted text are shown, because they decide what
 * runs.
 */
function isCovered({ name, value, kept, pasted = false }: EnvironmentRow, rowName: string): boolean {
  if (kept !== undefined || name === '') return true
  if (pasted && rowName === 'variable') return isHiddenValue(name, value)
  return secretNamePattern.test(name)
}

export function EnvironmentRows({ title, rowName, rows, error, hint, startsAt, onChange }: EnvironmentRowsProps) {
  const [revealed, setRevealed] = useState<ReadonlySet<number>>(new Set())
  const change = (id: number, part: Partial<EnvironmentRow>) =>
    onChange(rows.map((row) => (row.id === id ? { ...row, ...part } : row)))
  const [added, setAdded] = useState<number | null>(null)
  const add = () => {
    const id = Math.max(0, ...rows.map((row) => row.id)) + 1
    setAdded(id)
    onChange([...rows, { id, name: '', value: '' }])
  }
  const isStart = ({ id }: EnvironmentRow, box: 'name' | 'value') => startsAt?.id === id && startsAt.in === box
  const toggle = (id: number) =>
    setRevealed((shown) => {
      const next = new Set(shown)
      if (!next.delete(id)) next.add(id)
      return next
    })
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-sm font-medium">{title}</legend>
      {rows.map((row) => {
        const name = row.name === '' ? `new ${rowName}` : row.name
        const isShown = revealed.has(row.id) === isCovered(row, rowName)
        return (
          <div key={row.id} className="flex items-center gap-2">
            <TextBox
              aria-label={`Name of the ${rowName}`}
              placeholder="Name"
              ref={row.id === added || isStart(row, 'name') ? takeFocus : undefined}
              value={row.name}
              onChange={(event) => change(row.id, { name: event.target.value })}
              className="flex-[2] font-mono text-sm"
            />
            <TextBox
              aria-label={`Value of ${name}`}
              placeholder={row.kept === undefined || row.kept !== row.name ? 'Value' : 'Unchanged'}
              ref={isStart(row, 'value') ? takeFocus : undefined}
              type={isShown ? 'text' : 'password'}
              autoComplete="new-password"
              value={row.value}
              onChange={(event) => change(row.id, { value: event.target.value })}
              className="flex-[3] font-mono text-sm"
            />
            <IconButton
              label={`${isShown ? 'Hide' : 'Show'} the value of ${name}`}
              icon={isShown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
              onClick={() => toggle(row.id)}
            />
            <IconButton
              label={`Remove ${name}`}
              icon={<X aria-hidden="true" />}
              onClick={() => onChange(rows.filter((other) => other.id !== row.id))}
            />
          </div>
        )
      })}
      {error === undefined && hint !== undefined && <p className="text-xs text-muted">{hint}</p>}
      {error !== undefined && (
        <p role="alert" className="text-xs text-bad">
          {error}
        </p>
      )}
      <Button size="small" look="quiet" onClick={add} className="-ml-2 self-start">
        <Plus className="size-3.5" aria-hidden="true" />
        Add {rowName}
      </Button>
    </fieldset>
  )
}
