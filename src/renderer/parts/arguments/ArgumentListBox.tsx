import { Plus, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { partLabel, PartHelp } from '#renderer/parts/arguments/ArgumentFieldBox.tsx'
import type { ArgumentEditing } from '#renderer/parts/arguments/argumentEditing.ts'
import type { ArgumentPart } from '#renderer/parts/arguments/argumentParts.ts'
import { itemSkeleton } from '#renderer/parts/arguments/argumentSkeleton.ts'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { IconButton } from '#renderer/ui/controls/IconButton.tsx'
import { firstField } from '#renderer/ui/focus/reachable.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

interface ArgumentListBoxProps {
  part: ArgumentPart & { kind: 'list' }
  editing: ArgumentEditing
  children: (item: ArgumentPart) => ReactNode
}

/** A list whose items are added and removed. */
export function ArgumentListBox({ part, editing, children }: ArgumentListBoxProps) {
  const { path, items, itemSchema, required, values } = part
  const fault = editing.faultAt(part.key)
  const list = useRef<HTMLOListElement>(null)
  const isAdding = useRef(false)
  useEffect(() => {
    if (!isAdding.current) return
    isAdding.current = false
    const last = list.current?.lastElementChild
    if (last instanceof HTMLElement) firstField(last)?.focus()
  })
  const add = () => {
    isAdding.current = true
    editing.onValue(path, [...values, itemSkeleton(itemSchema)])
  }
  const remove = (index: number) => {
    const left = values.toSpliced(index, 1)
    editing.onValue(path, left.length === 0 && !required ? undefined : left)
  }
  return (
    <fieldset
      {...(fault !== undefined && { 'data-wrong': '' })}
      className="min-w-0 rounded-lg border border-line px-3 pt-1 pb-3"
    >
      <legend className="px-1 text-sm font-medium break-words">{partLabel(part)}</legend>
      {fault !== undefined && <p className="text-xs break-words text-bad">{visibleText(fault.text)}</p>}
      <p className="mb-2 text-xs break-words text-muted">
        <PartHelp schema={part.schema} />
      </p>
      {items.length > 0 && (
        <ol ref={list} className="mb-3 flex flex-col gap-3">
          {items.map((item, index) => (
            <li key={item.key} className="flex items-start gap-2">
              <div className="min-w-0 flex-1">{children(item)}</div>
              <IconButton
                label={`Remove ${visibleText(item.name)}`}
                icon={<X aria-hidden="true" />}
                onClick={() => remove(index)}
              />
            </li>
          ))}
        </ol>
      )}
      <Button size="small" onClick={add}>
        <Plus className="size-3.5" aria-hidden="true" />
        Add to {visibleText(part.name)}
      </Button>
    </fieldset>
  )
}
