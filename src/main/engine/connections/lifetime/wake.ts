/** Decides what to do about a server after the machine has slept. Pure. */
import type { ConnectionState } from '#contract/servers/server'

/**
 * `retry`: the sleep may have caused the failure, so the server is retried immediately. `check`: the connection may be
 * dead without having reported it.
 */
export type WakeVerdict = 'retry' | 'check' | 'nothing'

export function judgeWake(kind: ConnectionState['kind'], isRemote: boolean): WakeVerdict {
  switch (kind) {
    case 'backingOff':
      return 'retry'
    case 'ready':
      return isRemote ? 'check' : 'nothing'
    case 'stopped':
    case 'starting':
    case 'failed':
    case 'stopping':
      return 'nothing'
  }
}

export const wakeTickMs = 5_000
const sleptMs = 30_000

/** Whether the machine has slept, which shows in a tick that comes much too late. */
export function hasSlept(lastTickAt: number, now: number): boolean {
  return now - lastTickAt > sleptMs
}
