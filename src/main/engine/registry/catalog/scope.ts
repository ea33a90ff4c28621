/** A scope: the part of all servers and projects that a caller can see. */
import type { ProtocolEra } from '#contract/servers/server'
import type { ToolChoice } from '#contract/tools/toolChoice'

/** `native`: the scope includes the engine's own tools. */
export type Scope =
  | ({ readonly kind: 'all'; readonly native?: true } & Narrowing)
  | ({ readonly kind: 'project'; readonly projectId: string; readonly native?: true } & Narrowing)
  /** One server, with its original names. With `projectId`, as configured in that project. */
  | ({ readonly kind: 'server'; readonly slug: string; readonly projectId?: string } & Narrowing)

/**
 * How one caller's view differs from the scope's usual view. Most fields hide something, and only `pages` may add
 * tools. When one scope is made from another, copy these fields along: `{ ...scope, … }`.
 */
export interface Narrowing {
  /** Set if the client shows servers' pages, so that tools that only pages may call are visible too. */
  readonly pages?: true
  readonly choice?: KeyedChoice
  /** The era for this caller's requests if a server supports both eras. The server's listing may differ by era. */
  readonly era?: ProtocolEra
  /** Maximum length of tool and prompt names, if not the default. */
  readonly maxNameLength?: number
}

/**
 * A choice in the form that scopes use. Create it with `keyedChoice`, never modify it, and reuse the same object as
 * long as the choice is the same.
 */
export interface KeyedChoice extends Readonly<ToolChoice> {
  /** Equal choices have equal keys, so that they share a catalog. */
  readonly key: string
}

/** The scope's only project; null if the scope may include several. */
export function projectOf(scope: Scope): string | null {
  return scope.kind === 'all' ? null : (scope.projectId ?? null)
}

/** The scope at the same address, limited to this project. */
export function withinProject(place: Scope, projectId: string): Scope {
  return place.kind === 'all' ? { ...place, kind: 'project', projectId } : { ...place, projectId }
}

/** `hasEras`: false if the view is the same in every era. */
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
