/** The servers to which calls to one listed tool go. */
export interface ToolRoute {
  readonly publicName: string
  /** The server, or the group members, that can take the call. Never empty. */
  readonly members: readonly RouteMember[]
  /** The group's name; null for a single server. */
  readonly group: string | null
}

export interface RouteMember {
  readonly slug: string
  /** The pair of server and project that the call uses. */
  readonly pairId: string
  /** The server's own name or URI, as it is sent to the server. */
  readonly original: string
}
