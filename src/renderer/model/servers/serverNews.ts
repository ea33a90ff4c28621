/** News of servers, for people who cannot see the page change. Pure. */
import type { ServerSnapshot } from '#contract/servers/server'
import { onlyLacksSignIn } from '#renderer/model/servers/signInStatus.ts'

/** Sentences for people who cannot see the list change: only final outcomes, not every step. */
export function announcements(before: readonly ServerSnapshot[], after: readonly ServerSnapshot[]): string[] {
  const known = new Map(before.map((server) => [server.slug, server]))
  return after.flatMap((server) => {
    const was = known.get(server.slug)
    if (was === undefined) return []
    const isOther = was.state.kind !== server.state.kind && !onlyLacksSignIn(server)
    return [
      ...(isOther ? connectionNews(server) : []),
      ...(was.signIn === server.signIn ? [] : signInNews(was.signIn, server)),
    ]
  })
}

function connectionNews({ name, state }: ServerSnapshot): string[] {
  switch (state.kind) {
    case 'ready':
      return [`${name} is ready.`]
    case 'failed':
      return [`${name} failed: ${state.error.message}`]
    case 'backingOff':
      return [`${name} stopped unexpectedly and will be restarted.`]
    case 'stopped':
      return [`${name} stopped.`]
    case 'starting':
    case 'stopping':
      return []
  }
}

function signInNews(was: ServerSnapshot['signIn'], { name, signIn }: ServerSnapshot): string[] {
  switch (signIn) {
    case 'needed':
      return [was === 'signedIn' ? `The sign-in at ${name} has ended.` : `${name} needs a sign-in.`]
    case 'waiting':
      return [`${name} waits for you to sign in in the browser.`]
    case 'signedIn':
      // A refresh that works again is no news.
      return was === 'cannotRefresh' ? [] : [`Signed in to ${name}.`]
    case 'cannotRefresh':
      return [`The sign-in at ${name} cannot be refreshed now.`]
    case 'none':
      return []
  }
}
