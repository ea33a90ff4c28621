/**
 * Props for layers over the page. When a layer closes, the focus keeper restores the focus. Radix would focus the
 * opening button a moment later, and so take the focus from a field that an entry of the layer opened.
 */
export const leftToKeeper = { onCloseAutoFocus: (event: Event) => event.preventDefault() }
