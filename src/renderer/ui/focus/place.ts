/**
 * Remembers where the focus is, and finds the element that gets it when the focused one is removed, disabled or hidden.
 */
import { firstField, isReachable, tabbablesIn } from '#renderer/ui/focus/reachable.ts'

/** Layers over the page. The page is unchanged when they close. */
const layers = '[role="dialog"], [role="alertdialog"], [role="menu"], [data-focus-layer]'
const rows = 'li, tr, [role="row"], [role="option"]'
const parts = 'section, form, [role="dialog"], main'

/** The position from which an element was removed. */
interface Gap {
  readonly row: boolean
  readonly next: Node | null
  readonly previous: Node | null
}

export interface Place {
  readonly element: HTMLElement
  readonly layer: Element | null
  /** Whether the element is inside a page, as opposed to the frame around the pages. */
  readonly inPage: boolean
  /** The element's ancestors, inmost first. */
  readonly path: readonly Element[]
  readonly gap: Gap | null
}

/** The layer that the element is in; null on the page. */
export function layerOf(element: Element): Element | null {
  return element.closest(layers)
}

export function placeOf(element: HTMLElement): Place {
  const path: Element[] = []
  for (let above = element.parentElement; above !== null; above = above.parentElement) path.push(above)
  return { element, layer: layerOf(element), inPage: element.closest('main') !== null, path, gap: null }
}

const nameOf = (element: Element): string => element.getAttribute('aria-label') ?? element.textContent.trim()

function isAlike(one: Element, other: Node | null): boolean {
  return other instanceof Element && other.tagName === one.tagName && other.className === one.className
}

/** The place after `node` was removed from the page. `node` may contain the place. */
export function withoutNode(place: Place, node: Node, record: MutationRecord): Place {
  if (!(node instanceof Element) || !node.contains(place.element)) return place
  const { nextSibling: next, previousSibling: previous } = record
  const row = node.matches(rows) || isAlike(node, next) || isAlike(node, previous)
  return { ...place, gap: { row, next, previous } }
}

function inRows(start: Node | null, step: 'nextElementSibling' | 'previousElementSibling'): HTMLElement | null {
  let row = start instanceof Element && start.isConnected ? start : null
  for (; row !== null; row = row[step]) {
    const landing = row.querySelector<HTMLElement>('[data-row-link]') ?? tabbablesIn(row)[0]
    if (landing !== undefined && isReachable(landing)) return landing
  }
  return null
}

/** The element that gets any focus that is lost around it, such as the message box in the chat. */
function homeAround(ground: Element): HTMLElement | null {
  const home = ground.closest('[data-focus-home]')
  const landings = home?.querySelectorAll<HTMLElement>('[data-focus-landing]') ?? []
  return [...landings].find(isReachable) ?? null
}

/** An element that can be focused without risk: a further key press does nothing there. */
function calmGround(ground: Element): HTMLElement | null {
  const holder = ground.closest<HTMLElement>('[tabindex]:not(main)')
  return holder !== null && isReachable(holder) ? holder : null
}

function isAfter({ next, previous }: Gap, element: Node): boolean {
  if (next?.isConnected === true)
    return (next.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING) === 0
  if (previous?.isConnected !== true || previous.contains(element)) return false
  return (previous.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
}

/** The same control elsewhere, such as a button that moved when the list got its first row. */
function twinOf(element: HTMLElement, ground: Element): HTMLElement | null {
  const name = nameOf(element)
  if (name === '') return null
  return tabbablesIn(ground.closest('main') ?? ground).find((other) => nameOf(other) === name) ?? null
}

function nearestTabbable(ground: Element, { layer, gap }: Place): HTMLElement | null {
  const whole = layer ?? ground.closest('main, nav')
  if (whole === null) return null
  for (let above = ground; above !== whole && above.parentElement !== null; above = above.parentElement) {
    const stops = tabbablesIn(above)
    const found = stops.find((stop) => gap !== null && isAfter(gap, stop)) ?? stops.at(-1)
    if (found !== undefined) return found
  }
  return layer && calmGround(layer)
}

export interface Heir {
  readonly element: HTMLElement
  /** Whether the focus returns to the lost place as soon as the place can take it again. */
  readonly returns: boolean
}

/**
 * The element that gets the lost focus; null: none is near enough. `added`: elements that appeared at the same time,
 * such as a field opened by the button.
 */
export function heirOf(place: Place, added: readonly HTMLElement[]): Heir | null {
  const { element, layer, path, gap } = place
  const ground = path.find((above) => above.isConnected)
  if (ground === undefined || (layer !== null && !layer.isConnected)) return null
  const keeps = (heir: HTMLElement | null): Heir | null => heir && { element: heir, returns: false }
  const part = ground.closest(parts)
  const opened = added.find((one) => part?.contains(one) === true && firstField(one) !== null)
  if (opened !== undefined) return keeps(firstField(opened))
  const home = homeAround(ground)
  if (home !== null) return keeps(home)
  if (element.isConnected) {
    const calm = calmGround(ground)
    return calm === null ? keeps(nearestTabbable(ground, place)) : { element: calm, returns: true }
  }
  const row =
    gap?.row === true
      ? (inRows(gap.next, 'nextElementSibling') ?? inRows(gap.previous, 'previousElementSibling'))
      : null
  return keeps(row ?? twinOf(element, ground) ?? nearestTabbable(ground, place))
}
