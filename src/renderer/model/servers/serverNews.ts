/** News about servers, for people who cannot see the page change. Pure. */
import type { ServerSnapshot } from '#contract/servers/server'
import { onlyLacksSignIn } from '#renderer/model/servers/signInStatus.ts'

/** Sentences about final outcomes only, not about every step. */
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
      return [was === 'signedIn' ? `The sign-in to ${name} has ended.` : `${name} needs a sign-in.`]
    case 'waiting':
      return [`${name} is waiting for your sign-in in the browser.`]
    case 'signedIn':
      // A refresh that works again changes nothing for the person.
      return was === 'cannotRefresh' ? [] : [`Signed in to ${name}.`]
    case 'cannotRefresh':
      return [`The sign-in to ${name} cannot be refreshed now.`]
    case 'none':
      return []
  }
}
