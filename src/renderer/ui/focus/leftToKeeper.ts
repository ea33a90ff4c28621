/**
 * Props that leave it to the focus keeper to restore the focus when a layer over the page closes. Radix would focus the
 * button that opened the layer, a moment too late: an entry chosen in the layer may have opened a field, which would
 * lose the focus.
 */
export const leftToKeeper = { onCloseAutoFocus: (event: Event) => event.preventDefault() }
