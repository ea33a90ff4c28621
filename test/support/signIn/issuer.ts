/**
 * A scripted authorization server on loopback. It follows the rules of OAuth 2.1 and MCP until a test makes an endpoint
 * lie, and it remembers every request.
 */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'
import { type Answer, json, type Lie, redirect, send } from '#test/support/signIn/answers'
import { provenClient } from '#test/support/signIn/clientProof'
import { type Client, type Grant, Grants, type IssuedTokens } from '#test/support/signIn/grants'
import { Hearing } from '#test/support/signIn/heard'
import { bodyOf, listen } from '#test/support/signIn/listening'

export type IssuerEndpoint = 'metadata' | 'register' | 'authorize' | 'token' | 'revoke' | 'identity' | 'other'

/** The well-known address that serves the metadata, one of three. */
type MetadataPlace = 'oauth' | 'oidc' | 'oidcAppended'

export interface IssuerOptions {
  /** A path for the issuer, such as `/tenant`. */
  readonly path?: string
  readonly port?: number
  readonly now?: () => number
  readonly metadataAt?: readonly MetadataPlace[]
  /** Whether clients may register themselves. True by default. With `secret`, they become confidential clients. */
  readonly registration?: boolean | 'secret'
  /** Clients that were registered by hand. */
  readonly clients?: readonly Client[]
  /** Clients' metadata documents, by address. The issuer supports such documents if there are any. */
  readonly clientDocuments?: Readonly<Record<string, { readonly redirect_uris: readonly string[] }>>
  readonly scopes?: readonly string[]
  readonly refreshTokens?: boolean
  readonly rotation?: boolean
  readonly revocation?: boolean
  /** Whether the callback has the `iss` parameter. True by default. */
  readonly iss?: boolean
  /** `exact` refuses a loopback redirect address with another port than the registered one. */
  readonly ports?: 'any' | 'exact'
  /** Whether requests with `resource` are refused. */
  readonly refusesResource?: boolean
  readonly tokenLength?: number
  /** The ID token that the identity provider for enterprise-managed sign-in accepts. */
  readonly idToken?: string
}

export interface Issuer {
  /** The issuer identifier. */
  readonly url: string
  readonly origin: string
  readonly hearing: Hearing<IssuerEndpoint>
  readonly grants: Grants
  readonly clients: ReadonlyMap<string, Client>
  /** Where enterprise-managed sign-in exchanges ID tokens. */
  readonly identityEndpoint: string
  /** The lifetime of access tokens from now on. */
  accessMs: number
  /** `auto` redirects immediately. `page` shows a page and stays there. Any other value is the callback's error. */
  consent: string
  /** Sent in the callback beside `error`. */
  errorDescription: string
  /** How many requests of this grant type have arrived at the token endpoint. */
  count(grantType: 'authorization_code' | 'refresh_token' | 'client_credentials' | 'jwt-bearer'): number
  /** Makes this endpoint lie from now on. Without `lie`, the endpoint is honest again. */
  lie(endpoint: IssuerEndpoint, lie?: Lie): void
  /** Forgets all registered clients. */
  prune(): void
  /** Cuts all connections, and refuses new ones. */
  close(): Promise<void>
  /** Listens again at the same address. */
  revive(): Promise<void>
}

export async function startIssuer(options: IssuerOptions = {}): Promise<Issuer> {
  const { path = '', now = Date.now, metadataAt = ['oauth', 'oidc', 'oidcAppended'], registration = true } = options
  const { clientDocuments = {}, iss = true, ports = 'any' } = options
  const clients = new Map((options.clients ?? []).map((client) => [client.id, client]))
  const hearing = new Hearing<IssuerEndpoint>()
  const lying = new Map<IssuerEndpoint, Lie>()
  const assertions = new Map<string, { resource: string | null; scope: string }>()
  const identifier = () => `${server.origin}${path}`
  const at = (endpoint: string) => `${identifier()}/${endpoint}`
  const grants = new Grants({
    now,
    accessMs: () => issuer.accessMs,
    tokenLength: options.tokenLength ?? 0,
    refreshTokens: options.refreshTokens ?? true,
    rotation: options.rotation ?? true,
  })

  const metadata = (): Answer =>
    json(200, {
      issuer: identifier(),
      authorization_endpoint: at('authorize'),
      token_endpoint: at('token'),
      jwks_uri: at('jwks'),
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'],
      token_endpoint_auth_signing_alg_values_supported: ['RS256', 'ES256', 'EdDSA'],
      ...(options.scopes !== undefined && { scopes_supported: options.scopes }),
      ...(registration !== false && { registration_endpoint: at('register') }),
      ...(options.revocation !== false && { revocation_endpoint: at('revoke') }),
      ...(iss && { authorization_response_iss_parameter_supported: true }),
      ...(options.clientDocuments !== undefined && { client_id_metadata_document_supported: true }),
      ...(options.idToken !== undefined && {
        authorization_grant_profiles_supported: ['urn:ietf:params:oauth:grant-profile:id-jag'],
      }),
    })

  const register = (body: string): Answer => {
    const asked = JSON.parse(body) as Record<string, unknown> & { redirect_uris?: string[] }
    const id = `client-${randomUUID()}`
    const secret = registration === 'secret' ? grants.makeSecret('client-secret') : null
    clients.set(id, { id, secret, redirectUris: asked.redirect_uris ?? [] })
    return json(201, {
      ...asked,
      client_id: id,
      client_id_issued_at: Math.floor(now() / 1000),
      token_endpoint_auth_method: secret === null ? 'none' : 'client_secret_basic',
      ...(secret !== null && { client_secret: secret, client_secret_expires_at: 0 }),
    })
  }

  const clientOf = (id: string): Client | undefined => {
    const document = clientDocuments[id]
    return document === undefined ? clients.get(id) : { id, redirectUris: document.redirect_uris }
  }

  const authorize = (asked: URLSearchParams): Answer => {
    const client = clientOf(asked.get('client_id') ?? '')
    const redirectUri = asked.get('redirect_uri') ?? ''
    // Real servers send no OAuth error and no redirect here, so the person sees raw JSON.
    if (client === undefined) return json(422, { message: 'Unknown client' })
    if (!mayReturnTo(client, redirectUri, ports)) return json(400, { message: 'Redirect address is not registered' })
    const back = new URL(redirectUri)
    const state = asked.get('state')
    if (state !== null) back.searchParams.set('state', state)
    if (iss) back.searchParams.set('iss', identifier())
    const failed = (error: string, description: string) => {
      back.searchParams.set('error', error)
      if (description !== '') back.searchParams.set('error_description', description)
      return redirect(back.href)
    }
    if (asked.get('code_challenge_method') !== 'S256') return failed('invalid_request', 'PKCE is required')
    if (options.refusesResource === true && asked.has('resource')) return failed('invalid_target', 'No resource here')
    if (issuer.consent === 'page')
      return { status: 200, headers: { 'content-type': 'text/html' }, body: '<title>Allow?</title>' }
    if (issuer.consent !== 'auto') return failed(issuer.consent, issuer.errorDescription)
    const code = grants.addCode({
      client: client.id,
      redirectUri,
      challenge: asked.get('code_challenge') ?? '',
      scope: asked.get('scope') ?? '',
      resource: asked.get('resource'),
    })
    back.searchParams.set('code', code)
    return redirect(back.href)
  }

  const granted = (client: Client, form: URLSearchParams): IssuedTokens | null => {
    const asked = { client: client.id, scope: form.get('scope') ?? '', resource: form.get('resource') }
    const issued = (grant: Grant | null) => (grant === null ? null : grants.issue(grant))
    switch (form.get('grant_type') ?? '') {
      case 'authorization_code':
        return issued(
          grants.useCode(
            form.get('code') ?? '',
            client.id,
            form.get('redirect_uri') ?? '',
            form.get('code_verifier') ?? '',
          ),
        )
      case 'refresh_token':
        return grants.refresh(form.get('refresh_token') ?? '', client.id)
      case 'client_credentials':
        return grants.issue(grants.newGrant(asked), false)
      case 'urn:ietf:params:oauth:grant-type:jwt-bearer': {
        const assertion = assertions.get(form.get('assertion') ?? '')
        return assertion === undefined ? null : grants.issue(grants.newGrant({ ...asked, ...assertion }), false)
      }
      default:
        return null
    }
  }

  const token = (form: URLSearchParams, headers: IncomingMessage['headers']): Answer => {
    const known = new Map([...clients, ...Object.keys(clientDocuments).map((id) => [id, { id }] as const)])
    const client = provenClient(known, form, headers, [identifier(), at('token')])
    const noStore = { 'cache-control': 'no-store' }
    if (client === null) return json(401, { error: 'invalid_client' }, noStore)
    if (options.refusesResource === true && form.has('resource')) return json(400, { error: 'invalid_target' })
    const tokens = granted(client, form)
    return tokens === null ? json(400, { error: 'invalid_grant' }, noStore) : json(200, tokens, noStore)
  }

  /** RFC 8693: exchanges an ID token for an assertion to an MCP server's issuer. */
  const identity = (form: URLSearchParams): Answer => {
    if (form.get('subject_token') !== options.idToken) return json(400, { error: 'invalid_grant' })
    const assertion = grants.makeSecret('id-jag')
    assertions.set(assertion, { resource: form.get('resource'), scope: form.get('scope') ?? '' })
    return json(200, {
      access_token: assertion,
      issued_token_type: 'urn:ietf:params:oauth:token-type:id-jag',
      token_type: 'N_A',
      expires_in: 300,
    })
  }

  const metadataPaths = () => {
    const places: Record<MetadataPlace, string> = {
      oauth: `/.well-known/oauth-authorization-server${path}`,
      oidc: `/.well-known/openid-configuration${path}`,
      oidcAppended: `${path}/.well-known/openid-configuration`,
    }
    return metadataAt.map((place) => places[place])
  }

  const endpointOf = (pathname: string): IssuerEndpoint => {
    if (pathname.includes('/.well-known/')) return 'metadata'
    const name = pathname.startsWith(`${path}/`) ? pathname.slice(path.length + 1) : ''
    const found = (['register', 'authorize', 'token', 'revoke', 'identity'] as const).find((one) => one === name)
    return found ?? 'other'
  }

  const answerOf = (endpoint: IssuerEndpoint, url: URL, request: IncomingMessage, body: string): Answer => {
    const form = new URLSearchParams(body)
    switch (endpoint) {
      case 'metadata':
        return metadataPaths().includes(url.pathname) ? metadata() : { status: 404 }
      case 'register':
        return registration === false ? { status: 404 } : register(body)
      case 'authorize':
        return authorize(url.searchParams)
      case 'token':
        return token(form, request.headers)
      case 'revoke':
        grants.revokeToken(form.get('token') ?? '')
        return { status: 200 }
      case 'identity':
        return identity(form)
      case 'other':
        return { status: 404 }
    }
  }

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await bodyOf(request)
    const url = new URL(request.url ?? '/', server.origin)
    const endpoint = endpointOf(url.pathname)
    const { method = '', headers } = request
    hearing.note({ endpoint, method, path: request.url ?? '', headers, body, form: new URLSearchParams(body) })
    const honest = () => answerOf(endpoint, url, request, body)
    const lie = lying.get(endpoint)
    if (lie === undefined) send(response, honest())
    else await lie(honest, response, request)
  }

  const server = await listen((request, response) => {
    handle(request, response).catch(() => response.destroy())
  }, options.port)
  const issuer: Issuer = {
    url: identifier(),
    origin: server.origin,
    hearing,
    grants,
    clients,
    identityEndpoint: at('identity'),
    accessMs: 3_600_000,
    consent: 'auto',
    errorDescription: '',
    count: (grantType) =>
      hearing.of('token').filter(({ form }) => form.get('grant_type')?.endsWith(grantType) === true).length,
    lie(endpoint, lie) {
      if (lie === undefined) lying.delete(endpoint)
      else lying.set(endpoint, lie)
    },
    prune: () => clients.clear(),
    close: server.close,
    revive: server.revive,
  }
  return issuer
}

/** For use inside a test. The issuer closes when the test ends. */
export async function issuerForTest(options: IssuerOptions = {}): Promise<Issuer> {
  const issuer = await startIssuer(options)
  onTestFinished(() => issuer.close())
  return issuer
}

function mayReturnTo({ redirectUris = [] }: Client, asked: string, ports: 'any' | 'exact'): boolean {
  const withoutPort = (address: string) => address.replace(/^(http:\/\/(?:127\.0\.0\.1|localhost)):\d+/, '$1')
  return redirectUris.some((uri) => uri === asked || (ports === 'any' && withoutPort(uri) === withoutPort(asked)))
}
