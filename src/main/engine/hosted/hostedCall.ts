/** One request of MCP at a hosted server, and what its failure is over REST. */
import { AppError } from '#contract/errors'
import { invalidParams, methodNotFound } from '#contract/jsonRpc/errorCodes'
import { fieldsOf } from '#contract/jsonRpc/jsonObject'
import type { Caller, CallResult, Router } from '#engine/router/call'
import { Cancellation } from '#engine/router/cancellation'
import type { ServerRegistry } from '#engine/registry/serverRegistry'

/** The bearer of the access token is the owner. */
const owner: Caller = {
  key: 'hosting',
  capabilities: {},
  ask: null,
  identity: { kind: 'person', name: null, version: null, hasSession: false },
}

export interface HostedCallParts {
  readonly router: Router
  readonly registry: Pick<ServerRegistry, 'view' | 'use'>
}

export async function callHosted(
  { router, registry }: HostedCallParts,
  slug: string,
  method: string,
  params: object | undefined,
  signal: AbortSignal | undefined,
): Promise<CallResult> {
  const scope = { kind: 'server', slug } as const
  const call = { params: fieldsOf(params), caller: owner, cancellation: Cancellation.of(signal) }
  try {
    const result = await router.request(scope, method, call)
    if (method !== 'tools/list' || !Array.isArray(result['tools'])) return result
    const seen = new Set(registry.view(scope)?.tools.map(({ name }) => name))
    return { ...result, tools: result['tools'].filter((tool) => seen.has(String(fieldsOf(tool)['name']))) }
  } catch (thrown) {
    throw asRest(thrown)
  }
}

/** The server's own error stays in `data`, untouched. */
function asRest(thrown: unknown): unknown {
  if (!(thrown instanceof AppError) || thrown.code !== 'SERVER_ERROR') return thrown
  const { data, message } = thrown
  const { code } = fieldsOf(data)
  if (code === invalidParams) return new AppError('INVALID_INPUT', message, { data })
  return code === methodNotFound ? new AppError('NOT_FOUND', message, { data }) : thrown
}
