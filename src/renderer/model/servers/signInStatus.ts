/** Words and a tone for the sign-in of a server. They are shown beside the state of its connection. Pure. */
import type { ServerSnapshot } from '#contract/servers/server'
import type { SignInKind } from '#contract/servers/signIn'
import { secondsUntil, serverError, type Tone } from '#renderer/model/servers/serverStatus.ts'

export interface SignInMark {
  readonly tone: Tone
  readonly word: string
  readonly detail: string | null
}

export interface SignInNow {
  readonly kind: SignInKind
  /** Null while the time is unknown. */
  readonly nextTryAt: number | null
}

/** Returns null if there is nothing to do and nothing to wait for. */
export function signInMark({ kind, nextTryAt }: SignInNow, now: number): SignInMark | null {
  switch (kind) {
    case 'none':
    case 'signedIn':
      return null
    case 'needed':
      return { tone: 'warn', word: 'Needs sign-in', detail: null }
    case 'waiting':
      return { tone: 'busy', word: 'Signing in', detail: 'in the browser' }
    case 'cannotRefresh':
      return { tone: 'warn', word: 'Cannot refresh', detail: nextTryWords(nextTryAt, now) }
  }
}

/** Returns null if the time is unknown. */
export function nextTryWords(nextTryAt: number | null, now: number): string | null {
  if (nextTryAt === null) return null
  const seconds = secondsUntil(nextTryAt, now)
  return seconds === 0 ? 'trying again' : `next try in ${seconds} s`
}

/** Whether a person must act: sign in, or change a setting first. */
export function needsSignIn({ signIn, enabled }: Pick<ServerSnapshot, 'signIn' | 'enabled'>): boolean {
  return enabled && signIn === 'needed'
}

/** Whether the server's only problem is that it asks for a sign-in. The sign-in's mark then says everything. */
export function onlyLacksSignIn({ state, signIn }: Pick<ServerSnapshot, 'state' | 'signIn'>): boolean {
  return (
    serverError({ state })?.code === 'SIGN_IN_REQUIRED' && signInMark({ kind: signIn, nextTryAt: null }, 0) !== null
  )
}
