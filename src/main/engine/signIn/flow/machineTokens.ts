/**
 * Signs in without a person in the browser: with the client's own credentials, or through an organisation's identity
 * provider.
 */
import { createPrivateKey, type KeyObject } from 'node:crypto'
import { messageOf } from '#contract/errors'
import { shortText } from '#contract/text/shortText'
import { HttpFailure } from '#engine/net/httpExchange'
import type { Discovered } from '#engine/signIn/discovery/discovery'
import { shown } from '#engine/signIn/discovery/discovery'
import { type FlowContext, keptIssuerOf, sdkMetadata } from '#engine/signIn/flow/flowContext'
import type { IssuerFetch } from '#engine/signIn/discovery/issuerFetch'
import { type IssuedTokens, requestTokens, type TokenOutcome } from '#engine/signIn/flow/tokenRequest'
import { keptTokensOf } from '#engine/signIn/flow/tokens'
import type { KeptTokens } from '#engine/signIn/keptSignIn'
import { signInError } from '#engine/signIn/signInError'

export type MachineOutcome =
  | { readonly kind: 'issued'; readonly tokens: KeptTokens }
  | Exclude<TokenOutcome, { readonly kind: 'issued' }>

/** Asks for tokens by `client-credentials` or `enterprise`, depending on the settings. */
export async function requestMachineTokens(
  context: FlowContext,
  found: Discovered,
  scopes: readonly string[],
): Promise<MachineOutcome> {
  const { parts, tell } = context
  const { issuer, resource } = found
  const outcome = await requestTokens(context, requestOf(context, found, scopes))
  if (outcome.kind !== 'issued') {
    tell('token', 'failed', `${shown(new URL(issuer.tokenEndpoint))} issued no token: ${outcome.text}.`)
    return outcome
  }
  tell('token', 'ok', `${shown(new URL(issuer.tokenEndpoint))} issued a token.`)
  const origin = { issuer: keptIssuerOf(issuer), resource, requested: scopes, before: null, now: parts.clock.now() }
  // No refresh token is stored, because a machine asks for new tokens instead.
  return { kind: 'issued', tokens: { ...keptTokensOf(outcome.tokens, origin), refreshToken: null, byMachine: true } }
}

function requestOf(
  context: FlowContext,
  found: Discovered,
  scopes: readonly string[],
): (fetch: IssuerFetch) => Promise<IssuedTokens> {
  const { sdk, server } = context
  const { issuer, resource } = found
  const { settings } = server
  const provider = settings.grant === 'enterprise' ? vouchedFor(context, found) : ownCredentials(context, found)
  return (fetch) =>
    sdk.fetchToken(provider, issuer.issuer, {
      metadata: sdkMetadata(issuer),
      ...(resource !== null && { resource }),
      ...(scopes.length > 0 && { scope: scopes.join(' ') }),
      fetchFn: fetch,
    })
}

function ownCredentials({ sdk, server }: FlowContext, { issuer }: Discovered) {
  const { clientId, clientSecret, privateKey } = server.settings
  const expectedIssuer = issuer.issuer
  if (clientId === undefined || (clientSecret === undefined && privateKey === undefined))
    throw signInError(
      `The sign-in of ${server.slug} by client credentials needs a client id, and a client secret or a private key.`,
    )
  if (privateKey === undefined)
    return new sdk.ClientCredentialsProvider({ clientId, clientSecret: clientSecret ?? '', expectedIssuer })
  const { pem, algorithm } = readKey(privateKey, server.slug)
  return new sdk.PrivateKeyJwtProvider({ clientId, privateKey: pem, algorithm, expectedIssuer })
}

function vouchedFor({ sdk, server, configuredFetch, redactor, tell }: FlowContext, { issuer, resource }: Discovered) {
  const { clientId, clientSecret, identityProvider } = server.settings
  if (clientId === undefined || clientSecret === undefined || identityProvider === undefined)
    throw signInError(
      `The enterprise sign-in of ${server.slug} needs a client id and secret, and the identity provider of the organisation.`,
    )
  const { tokenEndpoint, idToken } = identityProvider
  const provider = new sdk.CrossAppAccessProvider({
    clientId,
    clientSecret,
    expectedIssuer: issuer.issuer,
    assertion: async ({ authorizationServerUrl, resourceUrl, scope }) => {
      const wish = {
        tokenEndpoint,
        audience: authorizationServerUrl,
        resource: resourceUrl,
        idToken,
        clientId: identityProvider.clientId,
        ...(identityProvider.clientSecret !== undefined && { clientSecret: identityProvider.clientSecret }),
        ...(scope !== undefined && { scope }),
        fetchFn: configuredFetch,
      }
      const grant = await sdk.requestJwtAuthorizationGrant(wish).catch((thrown: unknown) => {
        if (thrown instanceof HttpFailure)
          throw new HttpFailure(`identity provider: ${thrown.message}`, thrown.url, false)
        throw signInError(`The identity provider does not vouch for the person: ${shortText(messageOf(thrown), 300)}.`)
      })
      redactor.add(grant.jwtAuthGrant)
      tell('token', 'ok', 'The identity provider vouches for the person.')
      return grant.jwtAuthGrant
    },
  })
  provider.saveAuthorizationServerUrl(issuer.issuer)
  provider.saveResourceUrl?.(resource ?? server.address.href)
  return provider
}

const curves: Readonly<Record<string, string>> = { prime256v1: 'ES256', secp384r1: 'ES384', secp521r1: 'ES512' }

function readKey(text: string, slug: string): { pem: string; algorithm: string } {
  const key = parseKey(text)
  const algorithm = key === null ? null : algorithmOf(key)
  if (key !== null && algorithm !== null)
    return { pem: String(key.export({ type: 'pkcs8', format: 'pem' })), algorithm }
  throw signInError(
    `The private key of ${slug} cannot be used. It must be an RSA key, or an EC key of P-256, P-384 or P-521, in PEM form and without a password.`,
  )
}

function parseKey(text: string): KeyObject | null {
  try {
    return createPrivateKey(text)
  } catch {
    return null
  }
}

function algorithmOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): string | null {
  if (asymmetricKeyType === 'rsa') return 'RS256'
  return asymmetricKeyType === 'ec' ? (curves[asymmetricKeyDetails?.namedCurve ?? ''] ?? null) : null
}
