/**
 * Watches the focus on every page of every test: whatever the user does, a focused element never disappears without
 * passing the focus on. Otherwise Tab would start at the top of the page, and letters would become commands.
 */

/** The beginning of the page's error message. The name of the lost element follows. */
export const focusLoss = 'The focus was lost with '

/**
 * How long the page may be without focus. Counted in frames, because both the page and the watch are slower on a busy
 * machine.
 */
const patienceFrames = 30

/** Runs in the page. */
export const focusWatch = `if (window.focusWatch === undefined) {
  window.focusWatch = true
  let last = null
  let without = 0
  const isThere = (element) =>
    element.isConnected && !element.matches(':disabled') && element.checkVisibility({ visibilityProperty: true })
  const nameOf = (element) =>
    '<' + element.tagName.toLowerCase() + '> ' + (element.getAttribute('aria-label') ?? element.textContent.slice(0, 60))
  document.addEventListener('focusin', ({ target }) => {
    if (target !== document.body) last = target
  }, true)
  // Pressing the mouse outside every control takes the focus away on purpose.
  document.addEventListener('pointerdown', ({ target }) => {
    last = target.closest('a[href], button, input, select, textarea')
  }, true)
  const look = () => {
    const active = document.activeElement
    const isLost = (active === null || active === document.body) && last !== null && !isThere(last)
    without = isLost ? without + 1 : 0
    if (without === ${patienceFrames}) {
      console.error('${focusLoss}' + nameOf(last))
      last = null
    }
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}`
