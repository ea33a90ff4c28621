/**
 * Data attributes of the matrix's elements. They tell the grid's only listener which cell and which action an event is
 * for.
 */
import type { Place } from '#renderer/features/projects/matrix/grid/gridKeys.ts'

const acts = ['toggle', 'put', 'takeOut', 'own', 'fold'] as const
export type Act = (typeof acts)[number]

export const atOf = ({ line, column }: Place): string => `${line}:${column}`

/** The cell around an element; null: none. */
export function placeAround(element: Element): Place | null {
  const at = element.closest('[data-cell]')?.getAttribute('data-cell')?.split(':').map(Number)
  const [line, column] = at ?? []
  return line === undefined || column === undefined ? null : { line, column }
}

export function actOf(element: Element): Act | null {
  const act = element.closest('[data-act]')?.getAttribute('data-act')
  return acts.find((one) => one === act) ?? null
}

/** The element of a cell that takes the focus. */
export const landing = '[data-landing]'
