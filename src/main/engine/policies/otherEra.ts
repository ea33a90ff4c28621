/**
 * Tracks whether a server also supports the era that its session does not use, and decides which callers need that
 * other era. Some tools can ask their callers in one era only, so each caller is served in the era that it uses itself.
 * Pure.
 */
import type { ProtocolEra } from '#contract/servers/server'
import { canBeAsked } from '#engine/policies/askable'

export type OtherEra =
  /** The server has no other era. */
  | { readonly kind: 'none' }
  /** The server claims to support the era, or may support it. The first caller that needs it finds out. */
  | { readonly kind: 'possible'; readonly era: ProtocolEra }
  /** A session in this era was up. */
  | { readonly kind: 'spoken'; readonly era: ProtocolEra }
  /** The era was tried without success, and is not tried again for a while. */
  | { readonly kind: 'useless'; readonly era: ProtocolEra; readonly until: number }

export type OtherEraEvent =
  /**
   * The first session is up. `isOpen`: on this transport, each request has its own era, whatever the first session
   * uses.
   */
  | {
      readonly type: 'firstUp'
      readonly era: ProtocolEra
      readonly alsoSpeaks?: ProtocolEra | undefined
      readonly isOpen: boolean
    }
  | { readonly type: 'otherUp' }
  | { readonly type: 'otherFailed'; readonly at: number }

/** How long to wait after a failed session before its era is tried again. */
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
      // An era that was up is started again like any other session.
      return known.kind === 'possible' || known.kind === 'useless'
        ? { kind: 'useless', era: known.era, until: event.at + uselessMs }
        : known
  }
}

/** Whether requests that need this era go to the other session. */
export function usesOther(known: OtherEra, needed: ProtocolEra, now: number): boolean {
  if (known.kind === 'none' || needed !== known.era) return false
  return known.kind !== 'useless' || now >= known.until
}

/** The era that a client's requests need. Undefined if the client would see no difference. */
export function neededEra(era: ProtocolEra, capabilities: Readonly<Record<string, unknown>>): ProtocolEra | undefined {
  const isNeeded = era === 'legacy' ? canBeAsked(capabilities) : Object.keys(capabilities).length > 0
  return isNeeded ? era : undefined
}
