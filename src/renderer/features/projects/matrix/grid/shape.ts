/** The measures of the matrix, in pixels, and its columns. */
import type { ProjectSnapshot } from '#contract/project'

export const lineHeight = 36
/** The line of the projects, and below it that of the switches for whole columns. */
export const headHeight = 2 * lineHeight
export const projectWidth = 132

export interface Widths {
  readonly names: number
  readonly all: number
}

export const wide: Widths = { names: 272, all: 104 }
export const narrow: Widths = { names: 148, all: 60 }

/** Columns: names, all projects, then one for each project. */
export const nameColumn = 0
export const allColumn = 1
export const firstProject = 2

/** A project whose column is visible. */
export interface ShownColumn {
  readonly column: number
  readonly left: number
  readonly project: ProjectSnapshot
  /** The project's name, safe to show. */
  readonly title: string
}

export interface Frame {
  readonly widths: Widths
  /** Width of a whole line. */
  readonly width: number
  readonly columns: readonly ShownColumn[]
}
