/** The search field of the palette and its results: a combobox whose list is always open. */
import { type KeyboardEvent, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { counted } from '#contract/text/counted'
import { useConversationsWith } from '#renderer/app/palette/entries/useConversationEntries.ts'
import type { PaletteEntry } from '#renderer/app/palette/paletteEntry.ts'
import { paletteMove } from '#renderer/app/palette/paletteKeys.ts'
import { PaletteRow } from '#renderer/app/palette/PaletteRow.tsx'
import { recentIds, rememberUse } from '#renderer/app/palette/recent.ts'
import { type FoundGroup, type PaletteIndex, searchPalette } from '#renderer/app/palette/searchPalette.ts'

function headingOf({ title, found, total }: FoundGroup, isTyped: boolean): string {
  return isTyped && found.length < total ? `${title} · ${found.length} of ${total.toLocaleString('en')}` : title
}

export interface PaletteBoxProps {
  index: PaletteIndex
  onClose: () => void
}

export function PaletteBox({ index, onClose }: PaletteBoxProps) {
  const base = useId()
  const list = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const [recent] = useState(recentIds)
  const byContent = useConversationsWith(typed)
  const groups = useMemo(() => searchPalette(index, { typed, recent, byContent }), [index, typed, recent, byContent])
  const entries = groups.flatMap(({ found }) => found.map(({ entry }) => entry))
  const at = Math.max(
    0,
    entries.findIndex(({ id }) => id === chosen),
  )
  const idOf = (entry: PaletteEntry) => `${base}-${entry.id}`
  const active = entries[at]
  const isTyped = typed.trim() !== ''
  useLayoutEffect(() => {
    // Scrolls to the top, so that the heading over the first result is visible.
    if (at === 0) list.current?.scrollTo({ top: 0 })
    else list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [at])
  const run = (entry: PaletteEntry) => {
    rememberUse(entry.id)
    onClose()
    entry.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // While a person composes text with an input method, these keys belong to the input method.
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const to = paletteMove(event.key, at, entries.length)
    if (to !== null) setChosen(entries[to]?.id ?? null)
    else if (event.key === 'Enter' && active !== undefined) run(active)
    else return
    event.preventDefault()
  }
  return (
    <>
      <input
        role="combobox"
        aria-label="Find anything by its name"
        aria-expanded="true"
        aria-autocomplete="list"
        aria-controls={`${base}-list`}
        aria-activedescendant={active && idOf(active)}
        placeholder="Find a tool, server, conversation, setting or command"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setChosen(null)
          list.current?.scrollTo({ top: 0 })
        }}
        onKeyDown={onKeyDown}
        className="h-12 w-full border-b border-line bg-transparent px-4 text-base outline-none"
      />
      <div
        ref={list}
        id={`${base}-list`}
        role="listbox"
        aria-label="Results"
        tabIndex={-1}
        className="max-h-[min(26rem,64vh)] overflow-y-auto p-1.5 outline-none empty:hidden"
      >
        {groups.map((group) => (
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset has no place in a listbox
          <div key={group.title} role="group" aria-labelledby={`${base}-${group.title}`}>
            <p id={`${base}-${group.title}`} className="px-2.5 py-1.5 text-xs text-muted">
              {headingOf(group, isTyped)}
            </p>
            {group.found.map((found) => (
              <PaletteRow
                key={found.entry.id}
                id={idOf(found.entry)}
                found={found}
                isActive={found.entry === active}
                onPoint={() => setChosen(found.entry.id)}
                onChoose={() => run(found.entry)}
              />
            ))}
          </div>
        ))}
      </div>
      {entries.length === 0 && <p className="px-3 py-10 text-center text-sm text-muted">No results</p>}
      <p className="sr-only" aria-live="polite">
        {isTyped && entries.length > 0 && counted(entries.length, 'result')}
      </p>
    </>
  )
}
