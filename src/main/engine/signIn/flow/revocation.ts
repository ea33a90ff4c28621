/** Tells the issuer to revoke tokens (RFC 7009). A sign-out does not depend on this. */
import { messageOf } from '#contract/errors'
import { shown } from '#engine/signIn/discovery/discovery'
import { type FlowContext, sdkClient } from '#engine/signIn/flow/flowContext'
import type { KeptClient, KeptTokens } from '#engine/signIn/keptSignIn'

/** Revokes the refresh token first, because issuers then also end all tokens that came from it. */
export async function revoke(context: FlowContext, client: KeptClient, tokens: KeptTokens): Promise<void> {
  const endpoint = tokens.issuer.revocationEndpoint
  if (endpoint === null) return
  if (tokens.refreshToken !== null)
    await revokeOne(context, client, tokens, endpoint, 'refresh_token', tokens.refreshToken)
  await revokeOne(context, client, tokens, endpoint, 'access_token', tokens.accessToken)
}

async function revokeOne(
  { sdk, server, fetch, tell }: FlowContext,
  client: KeptClient,
  { issuer }: KeptTokens,
  endpoint: string,
  hint: string,
  token: string,
): Promise<void> {
  const form = new URLSearchParams({ token, token_type_hint: hint })
  const headers = new Headers({ 'content-type': 'application/x-www-form-urlencoded' })
  const credentials = sdkClient(client, server.settings)
  const method = sdk.selectClientAuthMethod(credentials, [...issuer.authMethods])
  if (method === 'client_secret_basic')
    headers.set('authorization', `Basic ${btoa(`${credentials.client_id}:${credentials.client_secret ?? ''}`)}`)
  else {
    form.set('client_id', credentials.client_id)
    if (method === 'client_secret_post') form.set('client_secret', credentials.client_secret ?? '')
  }
  try {
    const url = new URL(endpoint)
    const { ok, status } = await fetch(url, { method: 'POST', headers, body: form, redirect: 'manual' })
    tell('token', ok ? 'ok' : 'warning', `${shown(url)} answers the revocation of the ${hint} with HTTP ${status}.`)
  } catch (thrown) {
    tell('token', 'warning', `The ${hint} could not be revoked: ${messageOf(thrown)}.`)
  }
}
