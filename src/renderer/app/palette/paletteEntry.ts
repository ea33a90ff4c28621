import type { LucideIcon } from 'lucide-react'

/** The groups of the palette, in the order shown before anything is typed. */
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
  /** Must be the same in every session, because the browser stores the ids of recently used entries. */
  readonly id: string
  readonly group: PaletteGroup
  readonly title: string
  /** Shown beside the title: which of several, or where. */
  readonly hint?: string | undefined
  /** Further texts to search, which are not shown. */
  readonly also?: readonly string[]
  readonly icon: LucideIcon
  /** The title is a name from code. */
  readonly mono?: boolean
  readonly keys?: string
  readonly run: () => void
}
