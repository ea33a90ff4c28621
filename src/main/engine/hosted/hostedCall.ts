/** Makes one MCP request to a hosted server, and turns its errors into those of the REST API. */
import { AppError } from '#contract/errors'
import { invalidParams, methodNotFound } from '#contract/jsonRpc/errorCodes'
import { fieldsOf } from '#contract/jsonRpc/jsonObject'
import { hasServer } from '#engine/registry/catalog/choice'
import type { Scope } from '#engine/registry/catalog/scope'
import type { Caller, CallResult, Router } from '#engine/router/call'
import { Cancellation } from '#engine/router/cancellation'
import type { ServerRegistry } from '#engine/registry/serverRegistry'

/** A caller of hosted servers, with the rules for its calls. */
export interface HostedCaller {
  readonly caller: Caller
  /** The part of one server that the caller may see now. It may differ at each call. */
  scopeOf(slug: string): Scope
  /** Runs `carry` when it is the caller's turn. Rejects with the reason if the request is not allowed. */
  run(
    request: { readonly method: string; readonly params: Readonly<Record<string, unknown>> },
    cancellation: Cancellation,
    carry: () => Promise<CallResult>,
  ): Promise<CallResult>
}

/** The owner, who has the access token and may do everything. */
export const ownerCaller: HostedCaller = {
  caller: {
    key: 'hosting',
    capabilities: {},
    ask: null,
    identity: { kind: 'person', name: null, version: null, hasSession: false },
  },
  scopeOf: (slug) => ({ kind: 'server', slug }),
  run: (_request, _cancellation, carry) => carry(),
}

export interface HostedCallParts {
  readonly router: Router
  readonly registry: Pick<ServerRegistry, 'view' | 'use' | 'rows'>
}

/** Whether the caller can see any part of this server. */
export function canSee({ registry }: HostedCallParts, slug: string, by: HostedCaller): boolean {
  const scope = by.scopeOf(slug)
  return registry.rows().some((row) => row.slug === slug && hasServer(scope, row))
}

export async function callHosted(
  { router, registry }: HostedCallParts,
  slug: string,
  method: string,
  given: object | undefined,
  by: HostedCaller,
  signal: AbortSignal | undefined,
): Promise<CallResult> {
  const cancellation = Cancellation.of(signal) ?? new Cancellation()
  const params = fieldsOf(given)
  const scopeNow = () => by.scopeOf(slug)
  const call = { params, caller: by.caller, cancellation, scopeNow }
  try {
    const result = await by.run({ method, params }, cancellation, () => router.request(scopeNow(), method, call))
    if (method !== 'tools/list' || !Array.isArray(result['tools'])) return result
    const seen = new Set(registry.view(scopeNow())?.tools.map(({ name }) => name))
    return { ...result, tools: result['tools'].filter((tool) => seen.has(String(fieldsOf(tool)['name']))) }
  } catch (thrown) {
    throw asRest(thrown)
  }
}

/** Turns an MCP error into the matching REST error. The server's own error stays in `data`, unchanged. */
function asRest(thrown: unknown): unknown {
  if (!(thrown instanceof AppError) || thrown.code !== 'SERVER_ERROR') return thrown
  const { data, message } = thrown
  const { code } = fieldsOf(data)
  if (code === invalidParams) return new AppError('INVALID_INPUT', message, { data })
  return code === methodNotFound ? new AppError('NOT_FOUND', message, { data }) : thrown
}
