/** The part of everything that a caller can see. */
export type Scope =
  | { readonly kind: 'all' }
  | { readonly kind: 'project'; readonly projectId: string }
  /** One server with its own names, untouched. */
  | { readonly kind: 'server'; readonly slug: string }

export function scopeKey(scope: Scope): string {
  switch (scope.kind) {
    case 'all':
      return 'all'
    case 'project':
      return `project:${scope.projectId}`
    case 'server':
      return `server:${scope.slug}`
  }
}
