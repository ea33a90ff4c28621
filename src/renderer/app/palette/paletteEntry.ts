import type { LucideIcon } from 'lucide-react'

/** The groups of the palette, in their order before anything is typed. */
export const paletteGroups = [
  'Commands',
  'Pages',
  'Servers',
  'Tools',
  'Conversations',
  'Projects',
  'Clients',
  'Settings',
] as const
export type PaletteGroup = (typeof paletteGroups)[number]

/** Something that the palette finds. */
export interface PaletteEntry {
  /** The same in every session: the browser remembers it for what was used last. */
  readonly id: string
  readonly group: PaletteGroup
  readonly title: string
  /** Beside the title: which of several, or where. */
  readonly hint?: string | undefined
  /** Also found by these texts, which are not shown. */
  readonly also?: readonly string[]
  readonly icon: LucideIcon
  /** The title is a name from code. */
  readonly mono?: boolean
  readonly keys?: string
  readonly run: () => void
}
