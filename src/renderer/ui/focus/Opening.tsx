export const openingMark = 'data-opening'

/**
 * Marks that a dialog or menu is still loading. Keys that are pressed meanwhile are meant for it, and are not
 * shortcuts.
 */
export function Opening() {
  return <span hidden {...{ [openingMark]: '' }} />
}
