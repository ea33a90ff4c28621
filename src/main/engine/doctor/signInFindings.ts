/** Lists the last sign-in or refresh at a server for the doctor: state, times, and each step. Pure. */
import type { Finding } from '#contract/servers/doctor'
import type { SignInKind, SignInPhase, SignInSnapshot } from '#contract/servers/signIn'

const states: Readonly<Record<SignInKind, string>> = {
  none: 'the server has not asked for one',
  needed: 'needed',
  waiting: 'a person is signing in',
  signedIn: 'signed in',
  cannotRefresh: 'exists, but cannot be refreshed now',
}

const phases: Readonly<Record<SignInPhase, string>> = {
  challenge: "the server's refusal",
  resource: "the server's metadata",
  issuer: "the issuer's metadata",
  client: 'the client',
  authorization: 'the authorization',
  token: 'the token',
  refresh: 'the refresh',
}

export function signInFindings(signIn: SignInSnapshot): Finding[] {
  const { state, issuer, scopes, account, clientId, registration, expiresAt, nextRefreshAt, steps } = signIn
  const facts = [
    { name: 'state', text: states[state] },
    { name: 'issuer', text: issuer ?? '' },
    { name: 'signed in as', text: account ?? '' },
    { name: 'scopes', text: scopes.join(' ') },
    {
      name: 'client',
      text: clientId === null ? '' : `${clientId}${registration === null ? '' : ` (${registration})`}`,
    },
    { name: 'expires', text: timeText(expiresAt) },
    { name: 'next refresh', text: timeText(nextRefreshAt) },
  ]
  const told = steps.map(({ phase, outcome, text }) => ({
    name: phases[phase],
    text: outcome === 'ok' ? text : `${outcome}: ${text}`,
  }))
  return [...facts.filter(({ text }) => text !== ''), ...told]
}

function timeText(at: number | null): string {
  return at === null ? '' : new Date(at).toISOString()
}
