/** Words and a tone for the state of a server. Pure; no colours. */
import type { ServerSnapshot, StateError } from '#contract/servers/server'
import { errorIn } from '#contract/servers/errorIn'

export type Tone = 'off' | 'idle' | 'busy' | 'good' | 'warn' | 'bad'

export interface ServerStatus {
  readonly tone: Tone
  /** One or two words, short enough to fit everywhere. */
  readonly word: string
  /** More about the state. It changes every second while a retry is waiting. */
  readonly detail: string | null
}

const phases = {
  spawning: 'starting the process',
  installing: 'installing',
  handshake: 'connecting',
  listing: 'listing tools',
} as const

export function secondsUntil(time: number, now: number): number {
  return Math.max(0, Math.ceil((time - now) / 1000))
}

export function serverStatus(server: Pick<ServerSnapshot, 'state' | 'enabled'>, now: number): ServerStatus {
  const { state } = server
  switch (state.kind) {
    case 'stopped':
      return server.enabled
        ? { tone: 'idle', word: 'Idle', detail: 'starts on first use' }
        : { tone: 'off', word: 'Off', detail: null }
    case 'starting':
      return { tone: 'busy', word: 'Starting', detail: phases[state.phase] }
    case 'ready':
      return { tone: 'good', word: 'Ready', detail: null }
    case 'backingOff': {
      const seconds = secondsUntil(state.retryAt, now)
      return { tone: 'warn', word: 'Retrying', detail: seconds === 0 ? 'now' : `in ${seconds} s` }
    }
    case 'failed':
      return { tone: 'bad', word: 'Failed', detail: null }
    case 'stopping':
      return { tone: 'idle', word: 'Stopping', detail: null }
  }
}

/** The error of a server. It stays visible while the engine retries the start. */
export function serverError({ state }: Pick<ServerSnapshot, 'state'>): StateError | null {
  return state.kind === 'starting' ? (state.error ?? null) : errorIn(state)
}
