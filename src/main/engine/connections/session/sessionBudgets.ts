/** How long each step of a launch may take. */

export interface SessionBudgets {
  /** For a command that fetches the server first: until the server says something. */
  readonly installMs: number
  /** From the launch, or from the server's first words after it was fetched. */
  readonly handshakeMs: number
  readonly listMs: number
  readonly probeGraceMs: number
  /** How long a server may take to show that it is still there. */
  readonly checkMs: number
}

export const defaultBudgets: SessionBudgets = {
  installMs: 600_000,
  handshakeMs: 60_000,
  listMs: 60_000,
  probeGraceMs: 5_000,
  checkMs: 10_000,
}
