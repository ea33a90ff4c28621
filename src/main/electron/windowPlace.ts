/** Decides where a window opens: at its last place, if that is still on a screen. Pure. */

export interface Rectangle {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface WindowPlace {
  readonly bounds: Rectangle
  readonly maximized: boolean
}

interface Size {
  readonly width: number
  readonly height: number
}

export const usualSize: Size = { width: 1280, height: 832 }
export const smallestSize: Size = { width: 640, height: 480 }

/** How many pixels of the window must be on a screen so that a person can grab it. */
const grip = 80

function overlap(oneStart: number, oneLength: number, otherStart: number, otherLength: number): number {
  return Math.min(oneStart + oneLength, otherStart + otherLength) - Math.max(oneStart, otherStart)
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

/** The stored bounds if they fit these screens. Otherwise the default size, and the system chooses the place. */
export function placeWindow(kept: unknown, screens: readonly Rectangle[]): Size & Partial<Rectangle> {
  const { x, y, width, height } = (kept ?? {}) as Partial<Record<keyof Rectangle, unknown>>
  if (!isNumber(x) || !isNumber(y) || !isNumber(width) || !isNumber(height)) return usualSize
  const size = {
    width: Math.max(smallestSize.width, Math.round(width)),
    height: Math.max(smallestSize.height, Math.round(height)),
  }
  const reachable = screens.some(
    (screen) =>
      overlap(x, size.width, screen.x, screen.width) >= grip &&
      overlap(y, size.height, screen.y, screen.height) >= grip &&
      y >= screen.y - grip / 4,
  )
  return reachable ? { x: Math.round(x), y: Math.round(y), ...size } : size
}
