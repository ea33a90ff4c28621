/** Whose process makes room when every caller wants one of its own and there are places for some. Pure. */

export interface Place {
  readonly callerKey: string
  /** A call is under way, it is just starting, or somebody waits to hear of changes. */
  readonly isBusy: boolean
  readonly lastUsedAt: number
}

export type Seating =
  | { readonly kind: 'free' }
  /** The one whose caller has not used it for longest ends first. */
  | { readonly kind: 'instead'; readonly callerKey: string }
  | { readonly kind: 'wait' }

export function findPlace(taken: readonly Place[], most: number): Seating {
  if (taken.length < most) return { kind: 'free' }
  let idlest: Place | null = null
  for (const place of taken)
    if (!place.isBusy && (idlest === null || place.lastUsedAt < idlest.lastUsedAt)) idlest = place
  return idlest === null ? { kind: 'wait' } : { kind: 'instead', callerKey: idlest.callerKey }
}
