/** The measures of the matrix, in pixels, and its columns. */
import type { ProjectSnapshot } from '#contract/project'

export const lineHeight = 36
/** The height of the head: the line of the projects, and below it the line of the switches for whole columns. */
export const headHeight = 2 * lineHeight
export const projectWidth = 132

export interface Widths {
  readonly names: number
  readonly all: number
}

export const wide: Widths = { names: 272, all: 104 }
export const narrow: Widths = { names: 148, all: 60 }

/** The column of the names and the column for all projects. The columns of the single projects follow. */
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
  /** The width of a whole line. */
  readonly width: number
  readonly columns: readonly ShownColumn[]
}
