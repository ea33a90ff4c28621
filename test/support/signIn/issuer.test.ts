/** Tests the sign-in peers with the SDK's client, because a fault in them would look like one in the engine. */
import {
  auth,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type OAuthTokens,
} from '@modelcontextprotocol/client'
import { expect, it } from 'vitest'
import { authorize } from '#test/support/signIn/browser'
import { issuerForTest } from '#test/support/signIn/issuer'
import { oidcForTest } from '#test/support/signIn/oidcProvider'
import { protectedForTest, type TokenIssuer } from '#test/support/signIn/protectedServer'
import { lies } from '#test/support/signIn/answers'

type Saved = Parameters<NonNullable<OAuthClientProvider['saveClientInformation']>>[0]

/** What the SDK needs to store. */
function keeper() {
  let client: Saved | undefined
  let tokens: OAuthTokens | undefined
  let verifier = ''
  let discovered: OAuthDiscoveryState | undefined
  const opened: URL[] = []
  const provider: OAuthClientProvider = {
    redirectUrl: 'http://127.0.0.1:1/callback',
    clientMetadata: { redirect_uris: ['http://127.0.0.1:1/callback'], token_endpoint_auth_method: 'none' },
    clientInformation: () => client,
    saveClientInformation: (saved) => void (client = saved),
    tokens: () => tokens,
    saveTokens: (saved) => void (tokens = saved),
    redirectToAuthorization: (url) => void opened.push(url),
    saveCodeVerifier: (saved) => void (verifier = saved),
    codeVerifier: () => verifier,
    saveDiscoveryState: (state) => void (discovered = state),
    discoveryState: () => discovered,
  }
  return { provider, opened, tokens: () => tokens }
}

async function signIn(serverUrl: string) {
  const kept = keeper()
  expect(await auth(kept.provider, { serverUrl })).toBe('REDIRECT')
  const back = new URL((await authorize(kept.opened[0]!.href)) ?? '')
  const iss = back.searchParams.get('iss')
  const authorizationCode = back.searchParams.get('code') ?? ''
  expect(await auth(kept.provider, { serverUrl, authorizationCode, ...(iss !== null && { iss }) })).toBe('AUTHORIZED')
  return kept
}

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
}

function post(url: string, token?: string): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(initialize),
  })
}

const issuers: readonly [string, () => Promise<TokenIssuer>][] = [
  ['the scripted issuer', () => issuerForTest()],
  ['an issuer with a path', () => issuerForTest({ path: '/tenant', metadataAt: ['oidcAppended'] })],
  ['oidc-provider', () => oidcForTest({ accessSeconds: 60, refreshSeconds: 600 })],
]
it.each(issuers)(
  'a client discovers %s, registers, signs in and refreshes, and the server accepts the token',
  async (_title, start) => {
    const issuer = await start()
    const server = await protectedForTest({ issuer, scopesSupported: ['mcp:tools'] })
    const refused = await post(server.url)
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringContaining('resource_metadata='),
    ])
    const { provider, tokens } = await signIn(server.url)
    expect((await post(server.url, tokens()?.access_token)).status).toBe(200)
    const first = tokens()?.access_token
    expect(await auth(provider, { serverUrl: server.url })).toBe('AUTHORIZED')
    expect(tokens()?.access_token).not.toBe(first)
    expect((await post(server.url, tokens()?.access_token)).status).toBe(200)
  },
)

it('a refresh token that is used twice is counted and revokes its family', async () => {
  const issuer = await issuerForTest()
  const server = await protectedForTest({ issuer })
  const { tokens } = await signIn(server.url)
  const { refresh_token = '', access_token = '' } = tokens() ?? {}
  const [client = ''] = issuer.clients.keys()
  expect(issuer.grants.refresh(refresh_token, client)).not.toBeNull()
  expect(issuer.grants.reuses).toBe(0)
  expect(issuer.grants.refresh(refresh_token, client)).toBeNull()
  expect([issuer.grants.reuses, issuer.grants.revokedFamilies]).toEqual([1, 1])
  expect((await post(server.url, access_token)).status).toBe(401)
})

it('a lie replaces an endpoint’s answer until the lie ends', async () => {
  const issuer = await issuerForTest()
  const metadata = `${issuer.url}/.well-known/oauth-authorization-server`
  issuer.lie('metadata', lies.html)
  expect(await (await fetch(metadata)).text()).toContain('<title>')
  issuer.lie(
    'metadata',
    lies.edited((document) => ({ ...document, issuer: 'https://other.example' })),
  )
  expect(await (await fetch(metadata)).json()).toMatchObject({ issuer: 'https://other.example' })
  issuer.lie('metadata')
  expect(await (await fetch(metadata)).json()).toMatchObject({ issuer: issuer.url })
})
