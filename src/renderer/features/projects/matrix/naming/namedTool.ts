/** The tool and the project that are open in the dialog for own names. */
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
