import { clsx } from 'clsx'
import { DropdownMenu as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { leftToKeeper } from '#renderer/ui/focus/leftToKeeper.ts'

export interface MenuEntry {
  label: string
  icon: ReactNode
  run: () => void
  danger?: boolean
  disabled?: boolean
}

/**
 * A menu, with its entries as children. They are rendered when the menu opens, so a list can have a menu in each row.
 * It is not modal, because a modal one locks scrolling with a style element, which the page's content policy forbids.
 */
export function MenuFrame({ trigger, children }: { trigger: ReactNode; children: ReactNode }) {
  return (
    <Primitive.Root modal={false}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          {...leftToKeeper}
          align="end"
          sideOffset={4}
          collisionPadding={8}
          className="z-50 min-w-44 animate-appear rounded-lg bg-raised p-1 shadow-float"
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

export function MenuEntries({ entries }: { entries: readonly MenuEntry[] }) {
  return entries.map((entry) => (
    <Primitive.Item
      key={entry.label}
      disabled={entry.disabled ?? false}
      onSelect={entry.run}
      className={clsx(
        'flex h-8 items-center gap-2 rounded-md px-2 text-sm outline-none data-highlighted:bg-hover [&_svg]:size-4',
        'data-disabled:opacity-45',
        entry.danger === true ? 'text-bad' : 'text-ink [&_svg]:text-muted',
      )}
    >
      {entry.icon}
      {entry.label}
    </Primitive.Item>
  ))
}

export function Menu({ trigger, entries }: { trigger: ReactNode; entries: readonly MenuEntry[] }) {
  return (
    <MenuFrame trigger={trigger}>
      <MenuEntries entries={entries} />
    </MenuFrame>
  )
}
