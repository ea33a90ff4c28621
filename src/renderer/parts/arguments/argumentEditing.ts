import type { Edit, Path } from '#renderer/parts/arguments/argumentDraft.ts'
import type { PlacedFault } from '#renderer/parts/arguments/argumentReview.ts'

/** The callbacks that all parts of the form share. */
export interface ArgumentEditing {
  readonly faultAt: (key: string) => PlacedFault | undefined
  readonly onEdit: (path: Path, edit: Edit) => void
  /** Sets a value; undefined leaves it out. */
  readonly onValue: (path: Path, value: unknown) => void
}
