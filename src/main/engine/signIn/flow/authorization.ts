/** Sends a person to the issuer, and exchanges the code that the browser brings back for tokens. */
import { randomBytes } from 'node:crypto'
import { messageOf } from '#contract/errors'
import { checkBrowserAddress } from '#engine/signIn/discovery/addressPolicy'
import { type Discovered, shown } from '#engine/signIn/discovery/discovery'
import type { IssuerMetadata } from '#engine/signIn/discovery/metadata'
import { type FlowContext, keptIssuerOf, sdkClient, sdkMetadata } from '#engine/signIn/flow/flowContext'
import { issuedOrThrow, requestTokens } from '#engine/signIn/flow/tokenRequest'
import { keptTokensOf } from '#engine/signIn/flow/tokens'
import type { KeptClient, KeptTokens } from '#engine/signIn/keptSignIn'
import { signInError } from '#engine/signIn/signInError'

/** A sign-in that a person is completing in the browser. */
export interface Authorization {
  readonly authorizationUrl: string
  readonly state: string
  readonly codeVerifier: string
  readonly client: KeptClient
  readonly found: Discovered
  readonly scopes: readonly string[]
}

const stateBytes = 32

/** Throws if signing in with this issuer would not be safe. */
export function checkIssuer(context: FlowContext, issuer: IssuerMetadata): void {
  const { server, tell } = context
  const { pkceMethods } = issuer
  checkEndpoints(context, issuer)
  const isSafe = pkceMethods?.includes('S256') ?? server.settings.assumePkce === true
  if (isSafe && issuer.authorizationEndpoint !== null) return
  const problem = isSafe
    ? `The issuer ${issuer.issuer} has no sign-in page for people.`
    : `The issuer ${issuer.issuer} does not say that it supports PKCE (S256), without which a code can be stolen.`
  const hint = isSafe
    ? `Use another grant, for example client credentials.`
    : `If you know that it does, as Microsoft Entra and Amazon Cognito do, turn on "assume PKCE" in the settings of ${server.slug}.`
  tell('issuer', 'failed', problem)
  throw signInError(problem, hint)
}

/** Checks the endpoints before a client is registered and a person signs in. */
function checkEndpoints(
  { checkAddress, tell }: FlowContext,
  { authorizationEndpoint, tokenEndpoint }: IssuerMetadata,
): void {
  try {
    if (authorizationEndpoint !== null) checkBrowserAddress(authorizationEndpoint)
    checkAddress(new URL(tokenEndpoint))
  } catch (thrown) {
    tell('issuer', 'failed', messageOf(thrown))
    throw thrown
  }
}

export async function authorize(
  { sdk, tell, redactor }: FlowContext,
  found: Discovered,
  client: KeptClient,
  scopes: readonly string[],
): Promise<Authorization> {
  const { issuer, resource } = found
  const page = checkBrowserAddress(issuer.authorizationEndpoint ?? '')
  const state = randomBytes(stateBytes).toString('base64url')
  const { authorizationUrl, codeVerifier } = await sdk.startAuthorization(issuer.issuer, {
    metadata: sdkMetadata(issuer),
    clientInformation: { client_id: client.clientId },
    redirectUrl: client.redirectUri,
    state,
    ...(scopes.length > 0 && { scope: scopes.join(' ') }),
    ...(resource !== null && { resource }),
  })
  redactor.add(codeVerifier)
  tell('authorization', 'ok', `The sign-in continues in the browser, at ${shown(page)}.`)
  return { authorizationUrl: authorizationUrl.href, state, codeVerifier, client, found, scopes }
}

export async function redeem(
  context: FlowContext,
  authorization: Authorization,
  callback: { readonly code: string; readonly iss: string | null },
): Promise<KeptTokens> {
  const { sdk, server, parts, tell } = context
  const { found, client, scopes, codeVerifier } = authorization
  const { issuer, resource } = found
  const outcome = await requestTokens(context, (watched) =>
    sdk.exchangeAuthorization(issuer.issuer, {
      metadata: sdkMetadata(issuer),
      clientInformation: sdkClient(client, server.settings),
      authorizationCode: callback.code,
      codeVerifier,
      redirectUri: client.redirectUri,
      // `iss` has already been compared with the published issuer.
      ...(issuer.isPublished && callback.iss !== null && { iss: callback.iss }),
      ...(resource !== null && { resource }),
      fetchFn: watched,
    }),
  )
  try {
    const issued = issuedOrThrow(outcome, issuer.issuer)
    const origin = { issuer: keptIssuerOf(issuer), resource, requested: scopes, before: null, now: parts.clock.now() }
    const tokens = keptTokensOf(issued, origin)
    tell('token', 'ok', `${shown(new URL(issuer.tokenEndpoint))} issued ${describe(tokens)}.`)
    return tokens
  } catch (thrown) {
    tell('token', 'failed', thrown instanceof Error ? thrown.message : String(thrown))
    throw thrown
  }
}

function describe({ lifetimeMs, refreshToken }: KeptTokens): string {
  const life = lifetimeMs === null ? 'a token' : `a token for ${Math.round(lifetimeMs / 1_000)} s`
  return refreshToken === null ? `${life}, which cannot be refreshed` : `${life}, with a refresh token`
}
