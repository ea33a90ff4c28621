/** A scenario of the sources: where it is played, where not and why, and how. */
import type { Address, Way } from '#test/outside/driver/addresses'
import type { OutsideClient } from '#test/outside/driver/outsideClient'
import type { Place } from '#test/outside/driver/place'
import type { World } from '#test/outside/driver/world'

export const sources = ['000', '001', '002', '003', '004'] as const
export type Source = (typeof sources)[number]

/** One scenario at one address, its servers configured in one way. */
export interface Cell {
  readonly address: Address
  readonly way: Way
  readonly place: Place
  /** A client that sees this server: at the address of one server, that server's. The same one for each call. */
  client(server: string): Promise<OutsideClient>
}

export interface Scenario {
  readonly source: Source
  /** As the source words it. */
  readonly name: string
  /** With its requirements, and the bug that would go unnoticed without it. */
  readonly title: string
  /** Addresses where it cannot be played: the reason for each. */
  readonly notAt?: readonly Exception[]
  readonly play: Play
  /** For scenarios in which much time has to pass. */
  readonly timeoutMs?: number
}

export interface Exception {
  readonly reason: string
  readonly at: readonly Address[]
}

export type Play =
  /** At each address separately. */
  | { readonly each: (cell: Cell) => Promise<void> }
  /** At all addresses at the same time: its effects happen once. */
  | { readonly together: (cells: readonly Cell[], place: Place) => Promise<void> }
  /** It is about the engine and not about an address; the reason is in `notAt`. */
  | { readonly once: (place: Place) => Promise<void> }

/** Scenarios that share an engine and its servers. */
export interface Chapter {
  readonly title: string
  readonly world: (folder: string) => World | Promise<World>
  readonly scenarios: readonly Scenario[]
  /** Variables of the engine and of commands. */
  readonly environment?: () => Readonly<Record<string, string>>
  /** Ends what its world has beside the engine. */
  readonly close?: () => Promise<void>
}

export const except = (reason: string, ...at: readonly (Address | readonly Address[])[]): Exception => ({
  reason,
  at: at.flat(),
})

export function reasonAgainst(scenario: Scenario, address: Address): string | null {
  return scenario.notAt?.find(({ at }) => at.includes(address))?.reason ?? null
}
