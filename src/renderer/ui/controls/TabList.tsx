/** A row of tabs. Place it inside a `Tabs.Root`, beside the tabs' contents. */
import { Tabs } from 'radix-ui'
import type { ReactNode } from 'react'

interface TabListProps<Value extends string> {
  readonly label: string
  readonly values: readonly Value[]
  readonly titleOf: (value: Value) => ReactNode
  /** True for the tabs of a whole page. */
  readonly large?: boolean
  readonly className?: string
}

export function TabList<Value extends string>({ label, values, titleOf, large, className = '' }: TabListProps<Value>) {
  const size = large === true ? 'py-1.5 text-sm font-medium transition-colors' : 'py-1'
  return (
    <Tabs.List
      aria-label={label}
      className={`flex flex-wrap border-b border-line ${large === true ? 'gap-4' : 'gap-3'} ${className}`}
    >
      {values.map((value) => (
        <Tabs.Trigger
          key={value}
          value={value}
          className={`-mb-px min-w-6 border-b-2 border-transparent text-muted hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink ${size}`}
        >
          {titleOf(value)}
        </Tabs.Trigger>
      ))}
    </Tabs.List>
  )
}
