export const openingMark = 'data-opening'

/** Marks that something a person opened is still loading: keys pressed meanwhile are for it, and are not shortcuts. */
export function Opening() {
  return <span hidden {...{ [openingMark]: '' }} />
}
