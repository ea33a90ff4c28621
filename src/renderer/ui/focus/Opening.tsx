export const openingMark = 'data-opening'

/**
 * Marks that a dialog or menu is still loading. Keys pressed meanwhile are meant for the dialog or menu, and are not
 * shortcuts.
 */
export function Opening() {
  return <span hidden {...{ [openingMark]: '' }} />
}
