/**
 * Catches a client that is served in an era in which the server cannot ask it anything, and a client that waits for
 * an era that the server does not support.
 */
import { describe, expect, it } from 'vitest'
import {
  neededEra,
  nextOtherEra,
  noOtherEra,
  type OtherEra,
  type OtherEraEvent,
  usesOther,
  uselessMs,
} from '#engine/policies/otherEra'

const process = (era: 'legacy' | 'modern', alsoSpeaks?: 'legacy' | 'modern') =>
  ({ type: 'firstUp', era, alsoSpeaks, isOpen: false }) as const
const address = (era: 'legacy' | 'modern', alsoSpeaks?: 'legacy' | 'modern') =>
  ({ type: 'firstUp', era, alsoSpeaks, isOpen: true }) as const
const up = { type: 'otherUp' } as const
const failed = { type: 'otherFailed', at: 1_000 } as const
const possible = (era: 'legacy' | 'modern') => ({ kind: 'possible', era }) as const
const spoken = (era: 'legacy' | 'modern') => ({ kind: 'spoken', era }) as const
const useless: OtherEra = { kind: 'useless', era: 'legacy', until: 1_000 + uselessMs }

describe("a server's other era", () => {
  it.each<[string, OtherEraEvent[], OtherEra]>([
    ['a legacy process', [process('legacy')], noOtherEra],
    ['a process of both eras, used as legacy', [process('legacy', 'modern')], possible('modern')],
    ['a modern process', [process('modern')], noOtherEra],
    ['a modern process that names legacy versions', [process('modern', 'legacy')], possible('legacy')],
    ['a modern address, whose legacy era only an attempt can show', [address('modern')], possible('legacy')],
    ['a legacy address', [address('legacy')], noOtherEra],
    ['an era in which a session was up', [address('modern'), up], spoken('legacy')],
    ['an era whose session was up and failed later', [address('modern'), up, failed], spoken('legacy')],
    ['an era that was tried without success', [address('modern'), failed], useless],
    ['an era that failed twice', [address('modern'), { ...failed, at: 0 }, failed], useless],
    ['an era that failed once and then came up', [address('modern'), failed, up], spoken('legacy')],
    [
      'the first session is opened again',
      [process('legacy', 'modern'), up, process('legacy', 'modern')],
      spoken('modern'),
    ],
    [
      'the server was replaced by one with a single era',
      [process('legacy', 'modern'), up, process('legacy')],
      noOtherEra,
    ],
    [
      'the server was replaced by one with other eras',
      [process('legacy', 'modern'), up, address('modern')],
      possible('legacy'),
    ],
    ['an era that came up too late', [process('legacy'), up], noOtherEra],
  ])('%s', (_what, events, expected) => {
    expect(events.reduce(nextOtherEra, noOtherEra)).toEqual(expected)
  })

  it.each<[OtherEra, 'legacy' | 'modern', number, boolean]>([
    [noOtherEra, 'legacy', 0, false],
    [possible('legacy'), 'legacy', 0, true],
    [possible('legacy'), 'modern', 0, false],
    [spoken('modern'), 'modern', 0, true],
    [useless, 'legacy', 0, false],
    [useless, 'legacy', 1_000 + uselessMs, true],
  ])('%j, a client that needs %s at %i uses the other session: %s', (known, needed, now, used) => {
    expect(usesOther(known, needed, now)).toBe(used)
  })

  it.each<[string, 'legacy' | 'modern', Record<string, unknown>, 'legacy' | 'modern' | undefined]>([
    ['a legacy client that can be asked', 'legacy', { roots: {} }, 'legacy'],
    ['a legacy client that cannot be asked', 'legacy', { experimental: {} }, undefined],
    ['a modern client that can be asked', 'modern', { roots: {} }, 'modern'],
    ['a modern client with extensions', 'modern', { extensions: {} }, 'modern'],
    ['a modern client that declares nothing', 'modern', {}, undefined],
  ])('%s in the era %s with %j needs the era %s', (_who, own, capabilities, era) => {
    expect(neededEra(own, capabilities)).toBe(era)
  })
})
