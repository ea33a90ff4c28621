/**
 * An MCP server that wants a token of a scripted issuer: `startRemote` behind a guard, which checks audience and scopes, says
 * where its metadata is in every way that servers do, and remembers each request with all its headers.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'
import { type RemoteOptions, type RemoteServer, startRemote, toolNamed } from '#test/servers/remote'
import { type Answer, json, type Lie, send } from '#test/support/signIn/answers'
import type { Grant } from '#test/support/signIn/grants'
import { Hearing } from '#test/support/signIn/heard'

/** `mcp`: everything that is not metadata. */
export type ProtectedEndpoint = 'mcp' | 'pathMetadata' | 'originMetadata'

/** What a challenge is made of. */
export interface Refusal {
  readonly status: 401 | 403
  /** The address of the metadata of this resource. */
  readonly metadataUrl: string
  readonly error: 'invalid_token' | 'insufficient_scope' | null
  readonly scope: string | null
}

/** Who can say whether a token is valid now. */
export interface TokenIssuer {
  readonly url: string
  readonly grants: { check(accessToken: string): Grant | null }
}

export interface ProtectedOptions extends Omit<RemoteOptions, 'before' | 'textOf' | 'tools'> {
  readonly issuer: TokenIssuer
  /** Where its metadata is; both by default. */
  readonly metadataAt?: readonly ('path' | 'origin')[]
  /** The `WWW-Authenticate` headers of a refusal; one Bearer challenge with `resource_metadata` by default. */
  readonly challenges?: (refusal: Refusal) => readonly string[]
  readonly scopesSupported?: readonly string[]
  /** The scope of the first challenge; none by default. */
  readonly scope?: string
  /** Scopes that a call of this tool needs. */
  readonly toolScopes?: Readonly<Record<string, string>>
  /** The resource that its metadata names and tokens are for; its own address by default. */
  readonly resource?: string
  /** Whether a token must be for this resource; true by default. */
  readonly checksAudience?: boolean
}

export interface ProtectedServer extends RemoteServer {
  readonly hearing: Hearing<ProtectedEndpoint>
  /** The `authorization_servers` of its metadata. */
  authorizationServers: readonly string[]
  /** How many requests for MCP it refused with 401. */
  readonly refusals: number
  /** Every value of `Authorization` that it was ever sent. */
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

/** Tools: `echo`, `whoami` (the client and scopes of its token), and one for each of `toolScopes`. */
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

  /** Null: the request may pass. */
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

/** Inside a test: ends with it. */
export async function protectedForTest(options: ProtectedOptions): Promise<ProtectedServer> {
  const server = await startProtected(options)
  onTestFinished(() => server.close())
  return server
}
