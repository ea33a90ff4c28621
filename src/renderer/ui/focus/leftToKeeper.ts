/**
 * For layers over the page: the keeper restores the focus when they close. The primitives would return it a moment later to
 * the button that opened them, and so take it from the field that one of their entries opened.
 */
export const leftToKeeper = { onCloseAutoFocus: (event: Event) => event.preventDefault() }
