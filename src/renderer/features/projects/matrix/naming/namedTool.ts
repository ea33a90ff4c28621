/** A tool whose own name and description in a project a person looks at. */
import type { ProjectSnapshot } from '#contract/project'
import type { OwnWords } from '#renderer/features/projects/matrix/rows/cells.ts'

export interface NamedTool {
  readonly slug: string
  /** What its server is called. */
  readonly server: string
  /** As its server calls it. */
  readonly tool: string
  readonly project: ProjectSnapshot
  readonly before: OwnWords | null
}
