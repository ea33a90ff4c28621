/** Where the calls of one listed tool go. */
export interface ToolRoute {
  readonly publicName: string
  /** The server, or the members of the group, that can take the call; never empty. */
  readonly members: readonly RouteMember[]
  /** The group's name; null for a single server. */
  readonly group: string | null
}

export interface RouteMember {
  readonly slug: string
  /** The pair of server and project by which the call goes there. */
  readonly pairId: string
  /** The name or address that the server itself gave it, which goes upstream. */
  readonly original: string
}
