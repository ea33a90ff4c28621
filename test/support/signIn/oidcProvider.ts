/**
 * `oidc-provider`, a certified authorization server. It rotates refresh tokens, revokes a family if a token is reused,
 * and consents immediately.
 */
import { generateKeyPairSync } from 'node:crypto'
import { type Adapter, type AdapterPayload, type Configuration, Provider } from 'oidc-provider'
import { onTestFinished } from 'vitest'
import { listen } from '#test/support/signIn/listening'
import type { TokenIssuer } from '#test/support/signIn/protectedServer'

export interface OidcOptions {
  readonly accessSeconds: number
  readonly refreshSeconds: number
  /** Clients' metadata documents, by address. */
  readonly clientDocuments?: Readonly<Record<string, unknown>>
}

export interface OidcIssuer extends TokenIssuer {
  /** How many clients have registered. */
  readonly registrations: number
  /**
   * How many token families the provider has revoked, because a refresh token was used twice or a client asked for it.
   */
  readonly revokedFamilies: number
  /** How many responses from the token endpoint contained a token. */
  readonly issued: number
  close(): Promise<void>
}

type Kept = AdapterPayload & { readonly clientId?: string; readonly scope?: string; readonly aud?: string | string[] }

/** The provider's storage, in place of a database. Lifetimes are those in the payloads, by the provider's clock. */
class Shelf {
  readonly kept = new Map<string, Kept>()
  revokedFamilies = 0
  registrations = 0
  issued = 0

  adapterFor = (model: string): Adapter => {
    const key = (id: string) => `${model} ${id}`
    const live = (payload: Kept | undefined) => {
      const isOver = payload?.exp !== undefined && payload.exp * 1000 <= Date.now()
      return Promise.resolve(isOver ? undefined : payload)
    }
    const only = (isWanted: (payload: Kept) => boolean) =>
      live([...this.kept].find(([name, payload]) => name.startsWith(`${model} `) && isWanted(payload))?.[1])
    return {
      upsert: (id, payload) => {
        if (model === 'AccessToken') this.issued += 1
        if (model === 'Client') this.registrations += 1
        this.kept.set(key(id), payload)
        return Promise.resolve()
      },
      find: (id) => live(this.kept.get(key(id))),
      findByUid: (uid) => only((payload) => payload.uid === uid),
      findByUserCode: (code) => only((payload) => payload.userCode === code),
      consume: (id) => {
        const payload = this.kept.get(key(id))
        if (payload !== undefined) payload.consumed = Math.floor(Date.now() / 1000)
        return Promise.resolve()
      },
      destroy: (id) => {
        this.kept.delete(key(id))
        return Promise.resolve()
      },
      revokeByGrantId: (grantId) => {
        // Every model is asked to forget the grant, so only one model is counted.
        if (model === 'RefreshToken') this.revokedFamilies += 1
        for (const [name, payload] of this.kept)
          if (name.startsWith(`${model} `) && payload.grantId === grantId) this.kept.delete(name)
        return Promise.resolve()
      },
    }
  }
}

const scope = 'mcp:tools'

export async function startOidcProvider(options: OidcOptions): Promise<OidcIssuer> {
  const { accessSeconds, refreshSeconds, clientDocuments = {} } = options
  const shelf = new Shelf()
  const configuration: Configuration = {
    adapter: shelf.adapterFor,
    clients: [],
    scopes: ['openid', 'offline_access', scope],
    cookies: { keys: ['a key of the test'] },
    jwks: { keys: [generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })] },
    ttl: { AccessToken: accessSeconds, RefreshToken: refreshSeconds, Session: 86_400, Grant: 86_400, Interaction: 600 },
    rotateRefreshToken: true,
    issueRefreshToken: () => true,
    pkce: { required: () => true },
    responseTypes: ['code'],
    clientDefaults: { token_endpoint_auth_method: 'none', id_token_signed_response_alg: 'ES256' },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    fetch: (url, init) => {
      const document = clientDocuments[String(url)]
      return document === undefined ? fetch(url, init) : Promise.resolve(Response.json(document))
    },
    features: {
      devInteractions: { enabled: false },
      registration: { enabled: true },
      revocation: { enabled: true },
      ...(options.clientDocuments !== undefined && {
        clientIdMetadataDocument: { enabled: true, ack: 'draft-02' },
      }),
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_context: unknown, resource: string) => ({
          scope,
          audience: resource,
          accessTokenTTL: accessSeconds,
          accessTokenFormat: 'opaque',
        }),
        useGrantedResource: () => true,
      },
    },
  }
  // The provider's identifier contains its port, so the port is chosen first.
  const server = await listen((request, response) => void handle(request, response))
  const url = server.origin
  const provider = new Provider(url, configuration)
  const serve = provider.callback()

  const consent: typeof serve = async (request, response) => {
    const { params, prompt, session } = await provider.interactionDetails(request, response)
    if (prompt.name === 'login') {
      await provider.interactionFinished(request, response, { login: { accountId: 'ada' } })
      return
    }
    const grant = new provider.Grant({ accountId: session?.accountId ?? 'ada', clientId: String(params['client_id']) })
    grant.addOIDCScope(`openid offline_access ${scope}`)
    for (const resource of [params['resource'] ?? []].flat()) grant.addResourceScope(resource, scope)
    await provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } })
  }
  const handle: typeof serve = (request, response) =>
    (request.url?.startsWith('/interaction/') === true ? consent : serve)(request, response)

  return {
    url,
    grants: {
      check(accessToken) {
        const kept = shelf.kept.get(`AccessToken ${accessToken}`)
        if (kept?.clientId === undefined || (kept.exp ?? 0) * 1000 <= Date.now()) return null
        return {
          client: kept.clientId,
          scope: kept.scope ?? '',
          resource: [kept.aud].flat()[0] ?? null,
          revoked: false,
        }
      },
    },
    get registrations() {
      return shelf.registrations
    },
    get revokedFamilies() {
      return shelf.revokedFamilies
    },
    get issued() {
      return shelf.issued
    },
    close: server.close,
  }
}

/** For use inside a test. The provider closes when the test ends. */
export async function oidcForTest(options: OidcOptions): Promise<OidcIssuer> {
  const issuer = await startOidcProvider(options)
  onTestFinished(() => issuer.close())
  return issuer
}
