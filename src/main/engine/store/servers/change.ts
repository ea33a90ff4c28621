/**
 * Describes every possible change to projects, servers and products as data. The page, files and imports all describe
 * changes this way, and a single writer applies them.
 */
import type { Project } from '#contract/project'
import type { OwnTool, OwnTools } from '#contract/tools/tool'
import type {
  DefinitionPatch,
  PairPatch,
  ServerDefinition,
  ServerPair,
  ServerRow,
} from '#engine/store/servers/serverRow'
import type { SeenLaunches } from '#engine/store/servers/seenStore'

/** A project's decisions about the tools of a server. */
export interface ToolSwitches {
  /** The names of the tools that are switched off. */
  readonly switchedOff: ReadonlySet<string>
  readonly own: OwnTools
}

/** A server in a project, with the project's decisions about its tools. */
export interface SwitchedServer extends ToolSwitches {
  readonly row: ServerRow
}

/** A pair with the project's decisions about the server's tools. */
export interface SwitchedPair extends ToolSwitches {
  readonly pair: ServerPair
}

/** A server with all of its pairs. */
export interface WholeServer {
  readonly definition: ServerDefinition
  readonly pairs: readonly SwitchedPair[]
}

export interface ProductRow {
  readonly id: string
  readonly name: string
  readonly version: string
  readonly manifest: unknown
  /** When the product was first installed, in epoch milliseconds. */
  readonly createdAt: number
}

export type Change =
  | { readonly kind: 'addProject'; readonly project: Project }
  | { readonly kind: 'changeProject'; readonly project: Project }
  /** Removes a project with its pairs. The servers themselves stay. */
  | { readonly kind: 'removeProject'; readonly id: string }
  | ({ readonly kind: 'addServer' } & WholeServer)
  /** The engine starts to use a server that is already stored. `before`: the stored form, if it differs. */
  | ({ readonly kind: 'useServer'; readonly before: WholeServer | null; readonly seen: SeenLaunches } & WholeServer)
  | { readonly kind: 'changeServer'; readonly id: string; readonly slug: string; readonly patch: StampedPatch }
  /** Removes the server from every project. */
  | { readonly kind: 'removeServer'; readonly id: string; readonly slug: string }
  | ({ readonly kind: 'addPair'; readonly id: string; readonly slug: string } & SwitchedPair)
  | ({ readonly kind: 'changePair'; readonly patch: PairPatch } & OfPair)
  | ({ readonly kind: 'removePair' } & OfPair)
  | ({ readonly kind: 'switchTools' } & OfPair & Switched)
  /** `own` null: the tool gets its original name back. */
  | ({ readonly kind: 'nameTool'; readonly tool: string; readonly own: OwnTool | null } & OfPair)
  | { readonly kind: 'putProduct'; readonly product: ProductRow }
  /** Ignored while a pair that came with the product remains. */
  | { readonly kind: 'removeProduct'; readonly id: string }

export type ChangeOf<Kind extends Change['kind']> = Extract<Change, { kind: Kind }>

/** `slug`: the slug of the server in this server–project pair. */
export interface OfPair {
  readonly pairId: string
  readonly slug: string
}

export interface StampedPatch extends DefinitionPatch {
  /** When the change was made, in epoch milliseconds. */
  readonly updatedAt: number
}

/** The names of the tools to switch on and off. */
export interface Switched {
  readonly on: readonly string[]
  readonly off: readonly string[]
}

type Difference = (of: OfPair, before: ToolSwitches, after: ToolSwitches) => Change[]

/**
 * Must cover every decision about a tool: a decision that is not compared here is lost when a file or another engine
 * changes the pair.
 */
const differences: { readonly [Name in keyof ToolSwitches]: Difference } = {
  switchedOff({ pairId, slug }, before, after) {
    const off = [...after.switchedOff].filter((name) => !before.switchedOff.has(name))
    const on = [...before.switchedOff].filter((name) => !after.switchedOff.has(name))
    return off.length === 0 && on.length === 0 ? [] : [{ kind: 'switchTools', pairId, slug, on, off }]
  },

  own({ pairId, slug }, before, after) {
    const named = [...new Set([...before.own.keys(), ...after.own.keys()])].filter((tool) => {
      const [one, other] = [before.own.get(tool), after.own.get(tool)]
      return one?.name !== other?.name || one?.description !== other?.description
    })
    return named.map((tool) => ({ kind: 'nameTool', pairId, slug, tool, own: after.own.get(tool) ?? null }))
  },
}

/** The changes that turn one state of a pair's tools into the other. */
export function toolChanges(of: OfPair, before: ToolSwitches, after: ToolSwitches): Change[] {
  return Object.values(differences).flatMap((difference) => difference(of, before, after))
}

export const noSwitches: ToolSwitches = { switchedOff: new Set(), own: new Map() }
