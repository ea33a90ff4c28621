/**
 * An MCP server that requires a scripted issuer's token: `startRemote` behind a guard. The guard checks audience and
 * scopes, says where its metadata is in every way that servers do, and remembers each request with all its headers.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'
import { type RemoteOptions, type RemoteServer, startRemote, toolNamed } from '#test/servers/remote'
import { type Answer, json, type Lie, send } from '#test/support/signIn/answers'
import type { Grant } from '#test/support/signIn/grants'
import { Hearing } from '#test/support/signIn/heard'

/** `mcp`: every endpoint that is not metadata. */
export type ProtectedEndpoint = 'mcp' | 'pathMetadata' | 'originMetadata'

/** What a challenge can contain. */
export interface Refusal {
  readonly status: 401 | 403
  /** The address of this resource's metadata. */
  readonly metadataUrl: string
  readonly error: 'invalid_token' | 'insufficient_scope' | null
  readonly scope: string | null
}

/** The issuer that knows whether a token is valid now. */
export interface TokenIssuer {
  readonly url: string
  readonly grants: { check(accessToken: string): Grant | null }
}

export interface ProtectedOptions extends Omit<RemoteOptions, 'before' | 'textOf' | 'tools'> {
  readonly issuer: TokenIssuer
  /** Where the metadata is served. In both places by default. */
  readonly metadataAt?: readonly ('path' | 'origin')[]
  /** A refusal's `WWW-Authenticate` headers. By default one Bearer challenge with `resource_metadata`. */
  readonly challenges?: (refusal: Refusal) => readonly string[]
  readonly scopesSupported?: readonly string[]
  /** The first challenge's scope. None by default. */
  readonly scope?: string
  /** The scopes that calls to a tool need. */
  readonly toolScopes?: Readonly<Record<string, string>>
  /** The resource that the metadata names and that tokens are for. The server's own address by default. */
  readonly resource?: string
  /** Whether a token must be for this resource. True by default. */
  readonly checksAudience?: boolean
}

export interface ProtectedServer extends RemoteServer {
  readonly hearing: Hearing<ProtectedEndpoint>
  /** The `authorization_servers` in the metadata. */
  authorizationServers: readonly string[]
  /** How many MCP requests the server refused with 401. */
  readonly refusals: number
  /** Every `Authorization` value that the server ever received. */
  readonly authorizations: readonly string[]
  lie(endpoint: ProtectedEndpoint, lie?: Lie): void
}

export function bearerChallenge({ metadataUrl, error, scope }: Refusal): string {
  const params = [
    `resource_metadata="${metadataUrl}"`,
    ...(error === null ? [] : [`error="${error}"`]),
    ...(scope === null ? [] : [`scope="${scope}"`]),
  ]
  return `Bearer ${params.join(', ')}`
}

const wellKnown = '/.well-known/oauth-protected-resource'

/** The tools are `echo`, `whoami` (the token's client and scopes), and one for each of `toolScopes`. */
export async function startProtected(options: ProtectedOptions): Promise<ProtectedServer> {
  const { issuer, metadataAt = ['path', 'origin'], toolScopes = {} } = options
  const { challenges = (refusal: Refusal) => [bearerChallenge(refusal)] } = options
  const hearing = new Hearing<ProtectedEndpoint>()
  const lying = new Map<ProtectedEndpoint, Lie>()
  let authorizationServers: readonly string[] = [issuer.url]
  let refusals = 0
  const resource = () => options.resource ?? remote.url

  const metadata = (): Answer =>
    json(200, {
      resource: resource(),
      authorization_servers: authorizationServers,
      ...(options.scopesSupported !== undefined && { scopes_supported: options.scopesSupported }),
      bearer_methods_supported: ['header'],
    })

  const grantOf = ({ headers }: IncomingMessage): Grant | null => {
    const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1]
    const grant = token === undefined ? null : issuer.grants.check(token)
    const isForUs = options.checksAudience === false || grant?.resource === resource()
    return isForUs ? grant : null
  }

  const refuse = (status: 401 | 403, error: Refusal['error'], scope: string | null): Answer => {
    const at = metadataAt.includes('path') ? `${wellKnown}/mcp` : wellKnown
    const metadataUrl = new URL(at, remote.url).href
    const headers = { 'www-authenticate': [...challenges({ status, metadataUrl, error, scope })] }
    return json(status, { error: error ?? 'unauthorized' }, headers)
  }

  /** Returns null if the request may pass. */
  const refusalOf = (request: IncomingMessage, body: string): Answer | null => {
    const grant = grantOf(request)
    if (grant === null) {
      refusals += 1
      const isWrong = request.headers.authorization !== undefined
      return refuse(401, isWrong ? 'invalid_token' : null, options.scope ?? null)
    }
    const { method, params } = JSON.parse(body || '{}') as { method?: string; params?: { name?: string } }
    const wanted = method === 'tools/call' ? toolScopes[params?.name ?? ''] : undefined
    if (wanted === undefined || grant.scope.split(' ').includes(wanted)) return null
    return refuse(403, 'insufficient_scope', wanted)
  }

  const endpointOf = (pathname: string): ProtectedEndpoint => {
    if (pathname === `${wellKnown}/mcp`) return 'pathMetadata'
    return pathname === wellKnown ? 'originMetadata' : 'mcp'
  }

  const before = (request: IncomingMessage, response: ServerResponse, body: string): boolean => {
    const path = request.url ?? '/'
    const endpoint = endpointOf(new URL(path, remote.url).pathname)
    const { method = '', headers } = request
    hearing.note({ endpoint, method, path, headers, body, form: new URLSearchParams() })
    const there = metadataAt.includes(endpoint === 'pathMetadata' ? 'path' : 'origin')
    const honest = () => (there ? metadata() : { status: 404 })
    const lie = lying.get(endpoint)
    const refusal = endpoint === 'mcp' ? refusalOf(request, body) : null
    if (lie !== undefined) void lie(endpoint === 'mcp' ? () => refusal ?? { status: 500 } : honest, response, request)
    else if (endpoint !== 'mcp') send(response, honest())
    else if (refusal === null) return false
    else send(response, refusal)
    return true
  }

  const remote = await startRemote({
    ...options,
    tools: ['echo', 'whoami', 'slow', 'hang', ...Object.keys(toolScopes)].map(toolNamed),
    before,
    textOf: (tool, request) => {
      if (tool !== 'whoami') return undefined
      const grant = grantOf(request)
      return `${grant?.client ?? 'nobody'} ${grant?.scope ?? ''}`.trim()
    },
  })
  return {
    ...remote,
    get openStreams() {
      return remote.openStreams
    },
    hearing,
    get authorizationServers() {
      return authorizationServers
    },
    set authorizationServers(named) {
      authorizationServers = named
    },
    get refusals() {
      return refusals
    },
    get authorizations() {
      return hearing.all.flatMap(({ headers }) => headers.authorization ?? [])
    },
    lie(endpoint, lie) {
      if (lie === undefined) lying.delete(endpoint)
      else lying.set(endpoint, lie)
    },
  }
}

/** For use inside a test. The server closes when the test ends. */
export async function protectedForTest(options: ProtectedOptions): Promise<ProtectedServer> {
  const server = await startProtected(options)
  onTestFinished(() => server.close())
  return server
}
