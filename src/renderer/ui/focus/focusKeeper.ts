/**
 * Keeps the focus in the page. The focused element may disappear: a dialog closes, a row is removed, or a click
 * disables its button. The browser then leaves the focus on nothing: the next letter is a shortcut, and Tab starts at
 * the top. The keeper remembers where the focus has been, and moves it to an earlier element, or to the nearest
 * remaining one.
 */
import { type Heir, heirOf, type Place, placeOf, withoutNode } from '#renderer/ui/focus/place.ts'
import { focusable, isReachable } from '#renderer/ui/focus/reachable.ts'

export interface FocusKeeper {
  /** Restores a lost focus immediately. Called before a key is read as a shortcut. */
  readonly settle: () => void
  /** Whether the keeper placed the focus, and the person has not acted since. */
  readonly isLent: () => boolean
  /** Starts watching; returns a function that stops it. */
  readonly watch: () => () => void
}

const trailLength = 16

/** The title of the visible page, or the page itself. The focus starts there after navigation. */
function pageStart(): HTMLElement | null {
  const starts = [...document.querySelectorAll<HTMLElement>('main h1, main h2'), ...document.querySelectorAll('main')]
  const start = starts.find(isReachable) ?? null
  if (start?.hasAttribute('tabindex') === false) start.tabIndex = -1
  return start
}

export function createFocusKeeper(): FocusKeeper {
  /** Where the focus has been, oldest first. */
  let trail: readonly Place[] = []
  let lent: { readonly to: HTMLElement; readonly from: HTMLElement | null } | null = null
  /** Whether a pointer is being pressed, and whether the focus was restored during the press. */
  let press: 'none' | 'down' | 'settled' = 'none'
  let looking = false

  const note = (element: HTMLElement) => {
    if (element === document.body) return
    trail = [...trail.filter((place) => place.element !== element), placeOf(element)].slice(-trailLength)
  }

  const heir = (added: readonly HTMLElement[]): Heir | null => {
    const last = trail.at(-1)
    const fromLayer = last?.layer?.isConnected === false
    for (const place of trail.toReversed()) {
      // Focus that is lost inside a page stays in that page. It does not return to the element that led to the page.
      if (place !== last && !fromLayer && !place.inPage) continue
      if (isReachable(place.element)) return { element: place.element, returns: false }
      const near = heirOf(place, place === last ? added : [])
      if (near !== null) return near
    }
    const start = pageStart()
    return start && { element: start, returns: false }
  }

  const settle = (added: readonly HTMLElement[]) => {
    const active = document.activeElement
    if (active !== null && active !== document.body && !active.matches(':disabled')) return
    const last = trail.at(-1)
    // A person who clicked outside all controls gave up the focus on purpose.
    if (last === undefined || isReachable(last.element)) return
    const found = heir(added)
    if (found === null) return
    lent = { to: found.element, from: found.returns ? last.element : null }
    if (press === 'down') press = 'settled'
    found.element.focus({ preventScroll: true })
  }

  const giveBack = () => {
    if (lent === null || lent.from === null || document.activeElement !== lent.to || !isReachable(lent.from)) return
    lent.from.focus({ preventScroll: true })
    lent = null
  }

  /** Looks after the next frame: an element hidden by a style loses the focus without an event. */
  const lookAfterFrame = () => {
    if (looking) return
    looking = true
    requestAnimationFrame(() =>
      setTimeout(() => {
        looking = false
        settle([])
      }),
    )
  }

  const onMutations = (records: readonly MutationRecord[]) => {
    for (const record of records)
      for (const node of record.removedNodes) trail = trail.map((place) => withoutNode(place, node, record))
    giveBack()
    settle(
      records.flatMap(({ addedNodes }) =>
        [...addedNodes].filter((node): node is HTMLElement => node instanceof HTMLElement),
      ),
    )
    lookAfterFrame()
  }

  const onPointerDown = ({ target }: Event) => {
    lent = null
    press = 'down'
    // Not every pressed element takes the focus: the button of a menu leaves it to the menu, and in some browsers to
    // nothing.
    const pressed = target instanceof Element ? target.closest<HTMLElement>(focusable) : null
    if (pressed !== null && isReachable(pressed)) note(pressed)
  }

  const onMouseDown = (event: Event) => {
    // A press beside a dialog closes it. The press must not take the focus from the element that has just got it back.
    if (press === 'settled' && event.target instanceof Element && event.target.closest(focusable) === null)
      event.preventDefault()
    press = 'none'
  }

  const watch = () => {
    const observer = new MutationObserver(onMutations)
    observer.observe(document.body, {
      subtree: true,
      childList: true,
      attributeFilter: ['disabled', 'hidden', 'inert', 'aria-hidden'],
    })
    const ended = new AbortController()
    const options = { capture: true, signal: ended.signal }
    document.addEventListener('focusin', ({ target }) => target instanceof HTMLElement && note(target), options)
    // A frame takes the focus without a focus event in the page around it.
    const onBlur = () => document.activeElement instanceof HTMLIFrameElement && note(document.activeElement)
    window.addEventListener('blur', onBlur, options)
    document.addEventListener('keydown', () => (lent = null), options)
    document.addEventListener('pointerdown', onPointerDown, options)
    document.addEventListener('mousedown', onMouseDown, options)
    return () => {
      ended.abort()
      observer.disconnect()
    }
  }

  return {
    settle: () => settle([]),
    isLent: () => lent !== null && document.activeElement === lent.to,
    watch,
  }
}
