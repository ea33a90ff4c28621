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
  /** Shown beside the title, to say where the entry leads or to distinguish it from others with the same title. */
  readonly hint?: string | undefined
  /** Further texts to search, which are not shown. */
  readonly also?: readonly string[]
  readonly icon: LucideIcon
  /** Shows the title in a monospaced font, because it is a name from code. */
  readonly mono?: boolean
  readonly keys?: string
  readonly run: () => void
}
