/** What may become of projects, servers and products. Data: every source describes its changes this way, and one place carries them out. */
import type { Project } from '#contract/project'
import type { KeptListings } from '#engine/store/servers/seenStore'
import type { ServerPatch, ServerRow } from '#engine/store/servers/serverRow'

/** A server, with the names of its tools that are switched off. */
export interface SwitchedServer {
  readonly row: ServerRow
  readonly switchedOff: ReadonlySet<string>
}

export interface ProductRow {
  readonly id: string
  readonly name: string
  readonly version: string
  readonly manifest: unknown
  /** When it was installed first. */
  readonly createdAt: number
}

export type Change =
  | { readonly kind: 'addProject'; readonly project: Project }
  | { readonly kind: 'changeProject'; readonly project: Project }
  /** With its servers. */
  | { readonly kind: 'removeProject'; readonly id: string }
  | ({ readonly kind: 'addServer' } & SwitchedServer)
  /** It is stored, as `before` if that differs, and comes into use now. */
  | ({
      readonly kind: 'useServer'
      readonly before: SwitchedServer | null
      readonly listings: KeptListings | null
    } & SwitchedServer)
  | { readonly kind: 'changeServer'; readonly id: string; readonly slug: string; readonly patch: StampedPatch }
  | { readonly kind: 'removeServer'; readonly id: string; readonly slug: string }
  | ({ readonly kind: 'switchTools'; readonly id: string; readonly slug: string } & Switched)
  | { readonly kind: 'putProduct'; readonly product: ProductRow }
  /** Only when no server is left that came with it. */
  | { readonly kind: 'removeProduct'; readonly id: string }

export type ChangeOf<Kind extends Change['kind']> = Extract<Change, { kind: Kind }>

export interface StampedPatch extends ServerPatch {
  /** Epoch milliseconds. */
  readonly updatedAt: number
}

/** Names of tools. */
export interface Switched {
  readonly on: readonly string[]
  readonly off: readonly string[]
}

/** What leads from the one set of tools that are off to the other; null where they are the same. */
export function switchedBetween(before: ReadonlySet<string>, after: ReadonlySet<string>): Switched | null {
  const off = [...after].filter((name) => !before.has(name))
  const on = [...before].filter((name) => !after.has(name))
  return off.length === 0 && on.length === 0 ? null : { on, off }
}
