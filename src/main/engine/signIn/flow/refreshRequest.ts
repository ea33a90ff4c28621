/** Sends one refresh request to the issuer. Whether and when to send it is decided elsewhere. */
import type { KeptClient, KeptTokens } from '#engine/signIn/keptSignIn'
import { shown } from '#engine/signIn/discovery/discovery'
import { type FlowContext, sdkClient, sdkMetadata } from '#engine/signIn/flow/flowContext'
import { requestTokens, type TokenOutcome } from '#engine/signIn/flow/tokenRequest'
import { keptTokensOf } from '#engine/signIn/flow/tokens'

export type RefreshOutcome =
  | { readonly kind: 'issued'; readonly tokens: KeptTokens }
  | Exclude<TokenOutcome, { readonly kind: 'issued' }>

export async function requestRefresh(
  context: FlowContext,
  client: KeptClient,
  tokens: KeptTokens & { readonly refreshToken: string },
): Promise<RefreshOutcome> {
  const { sdk, server, parts, tell } = context
  const { issuer, resource, scopes, refreshToken } = tokens
  const outcome = await requestTokens(context, (watched) =>
    sdk.refreshAuthorization(issuer.issuer, {
      metadata: sdkMetadata(issuer),
      clientInformation: sdkClient(client, server.settings),
      refreshToken,
      ...(server.settings.scopeOnRefresh === true && scopes.length > 0 && { scope: scopes.join(' ') }),
      ...(resource !== null && { resource }),
      fetchFn: watched,
    }),
  )
  const endpoint = shown(new URL(issuer.tokenEndpoint))
  if (outcome.kind !== 'issued') {
    tell('refresh', 'failed', `${endpoint} did not refresh the token: ${outcome.text}.`)
    return outcome
  }
  tell('refresh', 'ok', `${endpoint} refreshed the token.`)
  const origin = { issuer, resource, requested: scopes, before: tokens, now: parts.clock.now() }
  return { kind: 'issued', tokens: keptTokensOf(outcome.tokens, origin) }
}
