/** The part of everything that a caller can see. */
import type { ProtocolEra } from '#contract/servers/server'
import type { ToolChoice } from '#contract/tools/toolChoice'

/** `native`: it is a place for Switchboard's own tools, such as the chat. */
export type Scope =
  | ({ readonly kind: 'all'; readonly native?: true } & Narrowing)
  | ({ readonly kind: 'project'; readonly projectId: string; readonly native?: true } & Narrowing)
  /** One server with its own names, untouched; with `projectId`, as that project has it. */
  | ({ readonly kind: 'server'; readonly slug: string; readonly projectId?: string } & Narrowing)

/**
 * What one caller sees less of than its scope has, and the one thing it may see more of. Copied along when a scope is
 * made of another: `{ ...scope, … }`.
 */
export interface Narrowing {
  /** Pages of servers are shown there: tools that are for these pages alone are there too, and nowhere else. */
  readonly pages?: true
  readonly choice?: KeyedChoice
  /** The era that requests made there have to be made in, where a server speaks both; it may list something else in it. */
  readonly era?: ProtocolEra
  /** The longest name of a tool or prompt, where it is not that of every client. */
  readonly maxNameLength?: number
}

/** A choice as scopes hold it. Plain data; make it with `keyedChoice`, never change it, and keep it for as long as it is the same. */
export interface KeyedChoice extends Readonly<ToolChoice> {
  /** Equal for equal choices, so that those who chose the same share a catalog. */
  readonly key: string
}

/** The only project that is seen there; null: there may be several. */
export function projectOf(scope: Scope): string | null {
  return scope.kind === 'all' ? null : (scope.projectId ?? null)
}

/** A place as this project has it. */
export function withinProject(place: Scope, projectId: string): Scope {
  return place.kind === 'all' ? { ...place, kind: 'project', projectId } : { ...place, projectId }
}

/** `hasEras`: false where what is seen is the same in every era. */
export function scopeKey(scope: Scope, hasEras = true): string {
  const era = hasEras && scope.era !== undefined ? ` ${scope.era}` : ''
  switch (scope.kind) {
    case 'all':
      return `all${nativeMark(scope)}${narrowingMark(scope)}${era}`
    case 'project':
      return `project:${scope.projectId}${nativeMark(scope)}${narrowingMark(scope)}${era}`
    case 'server':
      return `server:${scope.slug}${projectMark(scope)}${narrowingMark(scope)}${era}`
  }
}

function projectMark({ projectId }: { readonly projectId?: string }): string {
  return projectId === undefined ? '' : ` in ${projectId}`
}

function nativeMark(scope: { readonly native?: true }): string {
  return scope.native === true ? ' with native tools' : ''
}

function narrowingMark({ pages, choice, maxNameLength }: Narrowing): string {
  const shown = pages === true ? ' with pages' : ''
  const length = maxNameLength === undefined ? '' : ` names:${maxNameLength}`
  return choice === undefined ? `${shown}${length}` : `${shown}${length} ${choice.key}`
}
