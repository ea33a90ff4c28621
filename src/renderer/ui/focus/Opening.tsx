export const openingMark = 'data-opening'

/** While what a person opened is loaded: the keys they press meanwhile are meant for it, and are no commands. */
export function Opening() {
  return <span hidden {...{ [openingMark]: '' }} />
}
