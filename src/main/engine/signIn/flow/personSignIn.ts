/** Prepares a person's sign-in, from the first request to the server to the page that the browser opens. */
import { within } from '#engine/structures/waits'
import { discover, type Discovered } from '#engine/signIn/discovery/discovery'
import { type CallbackPage } from '#engine/signIn/callback/callbackPage'
import { openRedirectListener, type RedirectListener } from '#engine/signIn/callback/redirectListener'
import { type Authorization, authorize, checkIssuer } from '#engine/signIn/flow/authorization'
import type { FlowContext } from '#engine/signIn/flow/flowContext'
import { clientFor } from '#engine/signIn/flow/registration'
import { scopesToAskFor } from '#engine/signIn/flow/scopes'
import type { KeptClient } from '#engine/signIn/keptSignIn'
import { type Challenge, bearerChallenge } from '#engine/signIn/state/challenge'
import { signInError } from '#engine/signIn/signInError'

export interface SignInWish {
  /** The server's newest refusal. Null: unknown, so the server gets a request without a token. */
  readonly challenge: Challenge | null
  /** The scopes of the current sign-in, which stay if the server asks for more. */
  readonly before: readonly string[]
  readonly clients: readonly KeptClient[]
  readonly metadataDocument: string | null
}

export interface PreparedSignIn {
  readonly authorization: Authorization
  readonly listener: RedirectListener
}

const probeMs = 10_000

/** Finds the issuer and the scopes to ask for. */
export async function findIssuer(
  context: FlowContext,
  { challenge: known, before }: Pick<SignInWish, 'challenge' | 'before'>,
): Promise<{ found: Discovered; scopes: readonly string[] }> {
  const { server, sdk, fetch, tell } = context
  const { address, settings } = server
  if (known !== null) tell('challenge', 'ok', 'The server has refused a request, and said how to sign in.')
  const challenge = known ?? (await askServer(context))
  const advertised = challenge?.resourceMetadata ?? null
  const found = await discover({ address, settings, advertised, fetch, sdk, tell })
  const scopes = scopesToAskFor({
    setting: settings.scope ?? null,
    challenged: challenge?.scope ?? null,
    offered: found.scopes,
    before,
    issuerOffers: settings.grant === undefined || settings.grant === 'code' ? found.issuer.scopes : [],
  })
  return { found, scopes }
}

export async function prepareSignIn(
  context: FlowContext,
  wish: SignInWish,
  onCallback: (parameters: URLSearchParams) => Promise<CallbackPage>,
): Promise<PreparedSignIn> {
  const { found, scopes } = await findIssuer(context, wish)
  const { issuer } = found
  checkIssuer(context, issuer)
  const listener = await listenFor(context, wish, issuer.issuer, onCallback)
  try {
    const { redirectUri } = listener
    const { clients: kept, metadataDocument } = wish
    const client = await clientFor(context, { issuer, redirectUri, scopes, kept, metadataDocument })
    return { authorization: await authorize(context, found, client, scopes), listener }
  } catch (thrown) {
    listener.close()
    throw thrown
  }
}

/** Listens on the port with which the client is registered, because many issuers compare the whole redirect address. */
async function listenFor(
  { server, tell }: FlowContext,
  { clients }: SignInWish,
  issuer: string,
  onCallback: (parameters: URLSearchParams) => Promise<CallbackPage>,
): Promise<RedirectListener> {
  const { redirectHost: host = '127.0.0.1', redirectPort } = server.settings
  const before = clients.find((client) => client.issuer === issuer && client.redirectUri !== '')
  const port = redirectPort ?? (before === undefined ? 0 : Number(new URL(before.redirectUri).port))
  const listener = await openRedirectListener({ host, port, onCallback })
  if (listener !== null) return listener
  if (redirectPort === undefined) {
    tell('client', 'warning', `The port ${port} is in use, so another one is registered.`)
    const other = await openRedirectListener({ host, port: 0, onCallback })
    if (other !== null) return other
  }
  const problem = `Another program uses the port ${port}, to which the sign-in of ${server.slug} returns.`
  tell('client', 'failed', problem)
  throw signInError(problem, 'Close that program, or enter another redirect port and register it at the issuer.')
}

/**
 * Sends a request without a token, because the refusal says how to sign in. If the request fails, the next step reports
 * why.
 */
async function askServer({ server, fetch, parts, tell }: FlowContext): Promise<Challenge | null> {
  const asked = fetch(server.address, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
  })
  const response = await within(parts.clock, probeMs, asked).catch(() => null)
  const header = response?.headers.get('www-authenticate') ?? null
  const challenge = header === null ? null : bearerChallenge([header])
  if (challenge !== null)
    tell('challenge', 'ok', 'The server refuses requests without a token, and says how to get one.')
  else if (response?.status === 401)
    tell('challenge', 'warning', 'The server refuses requests, but does not say how to sign in.')
  return challenge
}
