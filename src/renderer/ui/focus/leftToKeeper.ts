/**
 * For what floats over the page: the keeper gives the focus back when it closes. The primitives would give it to the
 * button that opened it a moment later, and take it from the field that one of its entries opened.
 */
export const leftToKeeper = { onCloseAutoFocus: (event: Event) => event.preventDefault() }
