/** Lets a client with a token call a hosted server over REST, by the same rules as at the endpoint. */
import { AppError } from '#contract/errors'
import { methodNotFound } from '#contract/jsonRpc/errorCodes'
import { fieldsOf } from '#contract/jsonRpc/jsonObject'
import type { JsonRpcError } from '#contract/jsonRpc/messages'
import type { ClientGrant } from '#engine/access/grant'
import { Standing } from '#engine/gateway/client/standing'
import { clientMethods, refusalOf, unknownMethod } from '#engine/gateway/request/clientMethods'
import type { HostedCaller } from '#engine/hosted/hostedCall'

/** The methods that go to the server. The gateway handles the others itself, or clients may not use them. */
const served: ReadonlySet<string> = new Set([
  'ping',
  ...Object.entries(clientMethods).flatMap(([method, { servedBy }]) =>
    servedBy === 'server' || servedBy === 'lists' ? [method] : [],
  ),
])

export function hostedCallerOf(grant: ClientGrant): HostedCaller {
  const { client, key } = grant
  return {
    caller: {
      key: `rest ${key}`,
      capabilities: {},
      ask: null,
      identity: { kind: 'client', name: null, version: null, hasSession: false },
      approval: client.approval,
      knownAs: client.name,
    },
    scopeOf: (slug) => new Standing(grant, { kind: 'server', slug }, false).scope,
    async run({ method, params }, cancellation, carry) {
      const refusal = served.has(method)
        ? refusalOf({ kind: 'request', id: 0, method, params }, grant)
        : unknownMethod(method)
      if (refusal !== null) throw refused(refusal)
      const isCall = Object.entries(clientMethods).some(([name, { cost }]) => name === method && cost === 'call')
      return isCall ? client.gate.run(cancellation, carry) : carry()
    },
  }
}

function refused(error: JsonRpcError): AppError {
  const { code, message, data } = error
  if (fieldsOf(data)['code'] === 'TOO_MANY_CALLS') return new AppError('TOO_MANY_CALLS', message, { data })
  return new AppError(code === methodNotFound ? 'NOT_FOUND' : 'INVALID_INPUT', message, { data: { code, message } })
}
