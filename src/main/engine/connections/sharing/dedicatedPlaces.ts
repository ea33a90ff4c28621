/** Decides whose process is stopped when a caller needs its own and all places are taken. Pure. */

export interface Place {
  readonly callerKey: string
  /**
   * Whether the caller has a call in progress, is waiting for changes, or has a session that is just starting or
   * stopping.
   */
  readonly isBusy: boolean
  readonly lastUsedAt: number
}

export type Seating =
  | { readonly kind: 'free' }
  /** Takes the place of this caller, which has not used its process for the longest time. */
  | { readonly kind: 'instead'; readonly callerKey: string }
  | { readonly kind: 'wait' }

export function findPlace(taken: readonly Place[], maxPlaces: number): Seating {
  if (taken.length < maxPlaces) return { kind: 'free' }
  let idlest: Place | null = null
  for (const place of taken)
    if (!place.isBusy && (idlest === null || place.lastUsedAt < idlest.lastUsedAt)) idlest = place
  return idlest === null ? { kind: 'wait' } : { kind: 'instead', callerKey: idlest.callerKey }
}
