/** The part of everything that a caller can see. `native`: it is a place for Switchboard's own tools, such as the chat. */
export type Scope =
  | { readonly kind: 'all'; readonly native?: true }
  | { readonly kind: 'project'; readonly projectId: string; readonly native?: true }
  /** One server with its own names, untouched. */
  | { readonly kind: 'server'; readonly slug: string }

export function scopeKey(scope: Scope): string {
  switch (scope.kind) {
    case 'all':
      return `all${nativeMark(scope)}`
    case 'project':
      return `project:${scope.projectId}${nativeMark(scope)}`
    case 'server':
      return `server:${scope.slug}`
  }
}

function nativeMark(scope: { readonly native?: true }): string {
  return scope.native === true ? ' with native tools' : ''
}
