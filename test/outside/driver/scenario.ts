/** A scenario from the requirements' sources: where and how it is played, and where it is not played and why. */
import type { Address, Way } from '#test/outside/driver/addresses'
import type { OutsideClient } from '#test/outside/driver/outsideClient'
import type { Place } from '#test/outside/driver/place'
import type { World } from '#test/outside/driver/world'

export const sources = ['000', '001', '002', '003', '004'] as const
export type Source = (typeof sources)[number]

/** One scenario at one address, with the servers configured in one way. */
export interface Cell {
  readonly address: Address
  readonly way: Way
  readonly place: Place
  /**
   * Returns the client that sees this server, which is the same for each call. At the address of one server, it is that
   * server's client.
   */
  client(server: string): Promise<OutsideClient>
}

export interface Scenario {
  readonly source: Source
  /** The scenario's name in its source. */
  readonly name: string
  /** The test's title: the requirements, what has to happen, and the bug that the scenario catches. */
  readonly title: string
  /** The addresses where the scenario cannot be played, with the reasons. */
  readonly notAt?: readonly Exception[]
  readonly play: Play
  /** The time limit in milliseconds, if the scenario takes longer than the default. */
  readonly timeoutMs?: number
}

export interface Exception {
  readonly reason: string
  readonly at: readonly Address[]
}

export type Play =
  /** Played at each address separately. */
  | { readonly each: (cell: Cell) => Promise<void> }
  /** Played at all addresses at the same time, because its effects happen once. */
  | { readonly together: (cells: readonly Cell[], place: Place) => Promise<void> }
  /** Played once, because it concerns the engine and not an address. The reason is in `notAt`. */
  | { readonly once: (place: Place) => Promise<void> }

/** Scenarios that share an engine and its servers. */
export interface Chapter {
  readonly title: string
  readonly world: (folder: string) => World | Promise<World>
  readonly scenarios: readonly Scenario[]
  /** Environment variables for the engine and the commands. */
  readonly environment?: () => Readonly<Record<string, string>>
  /** Ends everything that the world runs beside the engine. */
  readonly close?: () => Promise<void>
}

export const except = (reason: string, ...at: readonly (Address | readonly Address[])[]): Exception => ({
  reason,
  at: at.flat(),
})

export function reasonAgainst(scenario: Scenario, address: Address): string | null {
  return scenario.notAt?.find(({ at }) => at.includes(address))?.reason ?? null
}
