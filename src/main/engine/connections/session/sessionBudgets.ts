/** Time limits for the steps of a launch. */

export interface SessionBudgets {
  /** The time until the server's first output, for a command that first downloads the server. */
  readonly installMs: number
  /** The time from the launch to the handshake answer. After a download, it counts from the server's first output. */
  readonly handshakeMs: number
  readonly listMs: number
  readonly probeGraceMs: number
  /** How long a server may take to show that it is still alive. */
  readonly checkMs: number
}

export const defaultBudgets: SessionBudgets = {
  installMs: 600_000,
  handshakeMs: 60_000,
  listMs: 60_000,
  probeGraceMs: 5_000,
  checkMs: 10_000,
}
