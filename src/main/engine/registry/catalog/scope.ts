/** The part of everything that a caller can see. */
import type { ProtocolEra } from '#contract/servers/server'
import type { ToolChoice } from '#contract/tools/toolChoice'

/** `native`: the engine's own tools appear here, as in the chat. */
export type Scope =
  | ({ readonly kind: 'all'; readonly native?: true } & Narrowing)
  | ({ readonly kind: 'project'; readonly projectId: string; readonly native?: true } & Narrowing)
  /** One server with its own names, untouched; with `projectId`, as that project has it. */
  | ({ readonly kind: 'server'; readonly slug: string; readonly projectId?: string } & Narrowing)

/**
 * How one caller's view differs from its scope: mostly less, and pages may add tools. Copied along when one scope is
 * made from another: `{ ...scope, … }`.
 */
export interface Narrowing {
  /** The client shows pages of servers, so tools that are only for pages are visible too. */
  readonly pages?: true
  readonly choice?: KeyedChoice
  /** The era that requests of this caller must use, if a server speaks both; its listing may differ by era. */
  readonly era?: ProtocolEra
  /** Maximum length of tool and prompt names, if it is not the usual one. */
  readonly maxNameLength?: number
}

/**
 * A choice in the form that scopes use. Plain data: make it with `keyedChoice`, never change it, and keep the same
 * object while it is the same choice.
 */
export interface KeyedChoice extends Readonly<ToolChoice> {
  /** Equal for equal choices, so that equal choices share a catalog. */
  readonly key: string
}

/** The only project in the scope; null: there may be several. */
export function projectOf(scope: Scope): string | null {
  return scope.kind === 'all' ? null : (scope.projectId ?? null)
}

/** The same address within this project. */
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
