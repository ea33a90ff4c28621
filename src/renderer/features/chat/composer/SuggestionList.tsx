import { clsx } from 'clsx'
import { useEffect, useRef } from 'react'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export interface Suggestion {
  readonly key: string
  readonly title: string
  readonly detail: string
  readonly server: string
  readonly choose: () => void
}

export interface SuggestionListProps {
  id: string
  label: string
  suggestions: readonly Suggestion[]
  active: number
  onActive: (index: number) => void
  /** The text shown while there are no suggestions. */
  nothing: string
}

export const optionId = (listId: string, index: number) => `${listId}-${index}`

/** Floats over the message box. The message box keeps the focus and knows which suggestion is active. */
export function SuggestionList({ id, label, suggestions, active, onActive, nothing }: SuggestionListProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <div className="absolute inset-x-0 bottom-full z-20 mb-2 animate-rise overflow-hidden rounded-xl bg-raised shadow-float">
      <p className="px-3 pt-2 text-xs text-muted">{label}</p>
      <div
        ref={list}
        id={id}
        role="listbox"
        tabIndex={-1}
        aria-label={label}
        className="max-h-64 overflow-y-auto p-1.5"
      >
        {suggestions.map((one, index) => (
          <div
            key={one.key}
            id={optionId(id, index)}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onPointerMove={() => index !== active && onActive(index)}
            // The message box keeps the focus.
            onPointerDown={(event) => event.preventDefault()}
            onClick={one.choose}
            onKeyDown={(event) => event.key === 'Enter' && one.choose()}
            className={clsx(
              'flex items-baseline gap-2.5 rounded-md px-2 py-1.5 text-sm',
              index === active && 'bg-hover',
            )}
          >
            <span className="max-w-[60%] shrink-0 truncate font-medium">{visibleText(one.title)}</span>
            <span className="min-w-0 flex-1 truncate text-muted">{visibleText(one.detail)}</span>
            <span className="shrink-0 text-xs text-muted">{one.server}</span>
          </div>
        ))}
      </div>
      {suggestions.length === 0 && <p className="px-3 pb-3 text-sm text-muted">{nothing}</p>}
    </div>
  )
}
