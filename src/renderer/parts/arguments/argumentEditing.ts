import type { Edit, Path } from '#renderer/parts/arguments/argumentDraft.ts'
import type { PlacedFault } from '#renderer/parts/arguments/argumentReview.ts'

/** What the parts of a form share. */
export interface ArgumentEditing {
  readonly faultAt: (key: string) => PlacedFault | undefined
  readonly onEdit: (path: Path, edit: Edit) => void
  /** Undefined leaves it out. */
  readonly onValue: (path: Path, value: unknown) => void
}
