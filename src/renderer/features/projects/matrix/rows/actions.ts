/** What a press in the matrix does: the changes, and the message about them. Pure. */
import type { ProjectSnapshot } from '#contract/project'
import {
  type Swept,
  sweepingChanges,
  sweptByLine,
  sweptState,
  sweptWords,
} from '#renderer/features/projects/matrix/rows/bulk.ts'
import { pairOf, serverCell, toolCell } from '#renderer/features/projects/matrix/rows/cells.ts'
import type { MatrixChange } from '#renderer/features/projects/matrix/rows/changes.ts'
import { type Line, titleOf } from '#renderer/features/projects/matrix/rows/lines.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export interface Pressed {
  readonly act: 'toggle' | 'put' | 'takeOut'
  /** Null: the line of the switches for whole columns. */
  readonly line: Line | null
  /** Null: all projects. */
  readonly project: Pick<ProjectSnapshot, 'id' | 'name' | 'file'> | null
}

export interface MatrixAction {
  readonly said: string
  readonly changes: readonly MatrixChange[]
}

const onOff = (enabled: boolean) => (enabled ? 'on' : 'off')

function nameOf(line: Line): string {
  const name = visibleText(titleOf(line))
  return line.kind === 'server' ? name : `${name} of ${visibleText(line.row.name)}`
}

function sweep(swept: readonly Swept[], ids: readonly string[], who: string, where: string): MatrixAction {
  const enabled = sweptState(swept, ids) !== 'on'
  return { said: `${who} ${onOff(enabled)} in ${where}`, changes: sweepingChanges(swept, ids, enabled) }
}

/** `swept`: what the switch of a whole column covers. Null: the press does nothing here. */
export function actionOf(
  { act, line, project }: Pressed,
  projects: readonly Pick<ProjectSnapshot, 'id'>[],
  swept: readonly Swept[],
): MatrixAction | null {
  const title = project === null ? 'all projects' : visibleText(project.name)
  if (act === 'toggle' && (line === null || project === null)) {
    const ids = project === null ? projects.map(({ id }) => id) : [project.id]
    return line === null
      ? sweep(swept, ids, `Switched ${sweptWords(swept)}`, title)
      : sweep(sweptByLine(line), ids, `Switched ${nameOf(line)}`, title)
  }
  if (line === null || project === null) return null
  const { row } = line
  const at = { slug: row.slug, projectId: project.id }
  const isIn = pairOf(row, project.id) !== null
  if (act === 'put')
    return isIn ? null : { said: `Added ${nameOf(line)} to ${title}`, changes: [{ ...at, kind: 'put' }] }
  if (!isIn) return null
  if (act === 'takeOut')
    return line.kind === 'server' && project.file === null
      ? { said: `Removed ${nameOf(line)} from ${title}`, changes: [{ ...at, kind: 'takeOut' }] }
      : null
  if (line.kind === 'server') {
    const enabled = serverCell(row, project.id) === 'off'
    return {
      said: `Switched ${nameOf(line)} ${onOff(enabled)} in ${title}`,
      changes: [{ ...at, kind: 'switch', enabled }],
    }
  }
  const enabled = toolCell(row, line.tool, project.id) === 'off'
  return {
    said: `Switched ${nameOf(line)} ${onOff(enabled)} in ${title}`,
    changes: [{ ...at, kind: 'tools', names: [titleOf(line)], enabled }],
  }
}
