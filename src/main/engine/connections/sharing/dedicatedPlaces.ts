/** Decides which process ends if every caller wants its own and there are not enough places. Pure. */

export interface Place {
  readonly callerKey: string
  /** The caller has a call in progress, its session is just starting, or it waits for changes. */
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
