/**
 * A server may speak two eras and is spoken to in one: what is known of the other, and which callers need it. A tool of such
 * a server may ask its caller things in the way of one era alone, so each caller gets the era it would speak itself. Pure.
 */
import type { ProtocolEra } from '#contract/servers/server'
import { canBeAsked } from '#engine/policies/askable'

export type OtherEra =
  /** It has no other era. */
  | { readonly kind: 'none' }
  /** It says so itself, or might: the first who needs it finds out. */
  | { readonly kind: 'possible'; readonly era: ProtocolEra }
  /** A session in it was up. */
  | { readonly kind: 'spoken'; readonly era: ProtocolEra }
  /** It was tried in vain, and is left alone for a while. */
  | { readonly kind: 'useless'; readonly era: ProtocolEra; readonly until: number }

export type OtherEraEvent =
  /** The first session is up. `isOpen`: over this transport the era is one of each request, whatever the first was. */
  | {
      readonly type: 'firstUp'
      readonly era: ProtocolEra
      readonly alsoSpeaks?: ProtocolEra | undefined
      readonly isOpen: boolean
    }
  | { readonly type: 'otherUp' }
  | { readonly type: 'otherFailed'; readonly at: number }

/** How long an era is left alone in which there was no session to be had. */
export const uselessMs = 600_000

export const noOtherEra: OtherEra = { kind: 'none' }

export function nextOtherEra(known: OtherEra, event: OtherEraEvent): OtherEra {
  switch (event.type) {
    case 'firstUp': {
      const era = event.alsoSpeaks ?? (event.isOpen && event.era === 'modern' ? 'legacy' : null)
      if (era === null) return noOtherEra
      return known.kind !== 'none' && known.era === era ? known : { kind: 'possible', era }
    }
    case 'otherUp':
      return known.kind === 'none' ? known : { kind: 'spoken', era: known.era }
    case 'otherFailed':
      // One that was up and died is started again like any other.
      return known.kind === 'possible' || known.kind === 'useless'
        ? { kind: 'useless', era: known.era, until: event.at + uselessMs }
        : known
  }
}

/** Whether requests that need this era are made in the other session. */
export function usesOther(known: OtherEra, needed: ProtocolEra, now: number): boolean {
  if (known.kind === 'none' || needed !== known.era) return false
  return known.kind !== 'useless' || now >= known.until
}

/** The era that a client's requests must be made in; undefined: it can tell no difference, and any will do. */
export function neededEra(era: ProtocolEra, capabilities: Readonly<Record<string, unknown>>): ProtocolEra | undefined {
  const isNeeded = era === 'legacy' ? canBeAsked(capabilities) : Object.keys(capabilities).length > 0
  return isNeeded ? era : undefined
}
