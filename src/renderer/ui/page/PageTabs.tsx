/** Tabs that fill the rest of a page, below its head. */
import { clsx } from 'clsx'
import { Tabs } from 'radix-ui'
import type { ReactNode } from 'react'
import { TabList } from '#renderer/ui/controls/TabList.tsx'

export interface PageTab<Value extends string> {
  readonly value: Value
  readonly title: ReactNode
  readonly content: ReactNode
  /** True: the tab's content scrolls as a whole. False: the content has its own scrolling part. */
  readonly scrolls?: boolean
}

export interface PageTabsProps<Value extends string> {
  readonly label: string
  readonly tabs: readonly PageTab<Value>[]
  readonly open: Value
  readonly onOpen: (value: Value) => void
  /** CSS classes for the space beside the titles. */
  readonly className?: string
}

export function PageTabs<Value extends string>({
  label,
  tabs,
  open,
  onOpen,
  className = 'px-5',
}: PageTabsProps<Value>) {
  const titles = new Map(tabs.map(({ value, title }) => [value, title]))
  return (
    <Tabs.Root value={open} onValueChange={(next) => onOpen(next as Value)} className="flex min-h-0 flex-1 flex-col">
      <TabList
        large
        label={label}
        values={tabs.map(({ value }) => value)}
        titleOf={(value) => titles.get(value)}
        className={className}
      />
      {tabs.map(({ value, content, scrolls = false }) => (
        <Tabs.Content
          key={value}
          value={value}
          tabIndex={-1}
          className={clsx('min-h-0 flex-1 outline-none', scrolls ? 'overflow-y-auto' : 'flex flex-col')}
        >
          {content}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  )
}
