/** Types for the part of `oidc-provider` that the tests use, because the package has none. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  export interface AdapterPayload {
    uid?: string
    userCode?: string
    grantId?: string
    /** The expiry time in seconds. */
    exp?: number
    consumed?: unknown
  }

  export interface Adapter {
    upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void>
    find(id: string): Promise<AdapterPayload | undefined>
    findByUid(uid: string): Promise<AdapterPayload | undefined>
    findByUserCode(code: string): Promise<AdapterPayload | undefined>
    consume(id: string): Promise<void>
    destroy(id: string): Promise<void>
    revokeByGrantId(grantId: string): Promise<void>
  }

  export interface Configuration {
    readonly adapter: (model: string) => Adapter
    readonly interactions: { url(context: unknown, interaction: { readonly uid: string }): string }
    readonly findAccount: (context: unknown, id: string) => { accountId: string; claims(): { sub: string } }
    readonly issueRefreshToken: () => boolean
    readonly pkce: { required(): boolean }
    readonly fetch: (url: string | URL, init?: RequestInit) => Promise<Response>
    readonly features: Readonly<Record<string, unknown>>
    readonly [setting: string]: unknown
  }

  interface Interaction {
    readonly params: Readonly<Record<string, string | string[] | undefined>>
    readonly prompt: { readonly name: string }
    readonly session?: { readonly accountId: string }
  }

  interface Grant {
    addOIDCScope(scope: string): void
    addResourceScope(resource: string, scope: string): void
    save(): Promise<string>
  }

  type Serve = (request: IncomingMessage, response: ServerResponse) => Promise<void>

  export class Provider {
    constructor(issuer: string, configuration: Configuration)
    callback(): Serve
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
    readonly Grant: new (of: { accountId: string; clientId: string }) => Grant
  }
}
