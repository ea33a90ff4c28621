/** A tool whose own name and description in a project is open in the dialog. */
import type { ProjectSnapshot } from '#contract/project'
import type { OwnWords } from '#renderer/features/projects/matrix/rows/cells.ts'

export interface NamedTool {
  readonly slug: string
  /** The server's name. */
  readonly server: string
  /** The server's name for the tool. */
  readonly tool: string
  readonly project: ProjectSnapshot
  readonly before: OwnWords | null
}
