/**
 * Props for layers over the page. The focus keeper restores the focus when they close. Radix would return it a moment
 * later to the button that opened the layer, and so take it from a field that one of its entries opened.
 */
export const leftToKeeper = { onCloseAutoFocus: (event: Event) => event.preventDefault() }
