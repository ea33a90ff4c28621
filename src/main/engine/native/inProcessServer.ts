/**
 * The pseudo-server `native`, whose tools run in the engine. It has the same interface as a connection to any other
 * server, so its tools get the same names, queues, timeouts, cancellation and records as all others.
 */
import { AppError, messageOf } from '#contract/errors'
import type { EngineSettings } from '#contract/setting'
import type { CallableConnection, CallableSession } from '#engine/connections/callable'
import { internalError, invalidParams } from '#contract/jsonRpc/errorCodes'
import type { JsonRpcError } from '#contract/jsonRpc/messages'
import type { NativeTool } from '#engine/native/nativeTool'
import { modernVersion } from '#engine/policies/protocolVersions'
import type { Clock, Log } from '#engine/ports'
import { checkListing } from '#engine/policies/checkedTool'
import { type NativeServer, nativeSlug } from '#engine/registry/servers/nativeServer'

export interface InProcessServerOptions {
  readonly tools: readonly NativeTool[]
  readonly settings: () => EngineSettings
  readonly version: string
  readonly clock: Clock
  readonly log: Log
}

const concurrency = 64
const timeoutMs = 300_000

export function createInProcessServer(options: InProcessServerOptions): NativeServer {
  const { tools, settings, version, clock } = options
  const connection: CallableConnection = {
    state: {
      kind: 'ready',
      since: clock.now(),
      pid: null,
      era: 'modern',
      protocolVersion: modernVersion,
      implementation: { name: 'switchboard', version },
    },
    session: createSession(options),
    start: () => undefined,
    // The connection is up as long as the engine is.
    changed: () => new Promise(() => undefined),
  }
  let listed: NativeServer['tools'] | null = null
  return {
    row: { id: nativeSlug, projectId: null, concurrency, timeoutMs, trusted: true },
    connection,
    // Created when the tools are first listed, because every millisecond at the engine's start delays servers.
    get tools() {
      return (listed ??= checkListing(
        tools.map(({ name, description, inputSchema, annotations }) => ({
          name,
          description,
          inputSchema,
          annotations,
        })),
      ))
    },
    isOfferedIn(scope) {
      const { nativeTools } = settings()
      return nativeTools === 'everyone' || (nativeTools === 'chat' && scope.kind !== 'server' && scope.native === true)
    },
  }
}

function createSession({ tools, log }: InProcessServerOptions): CallableSession {
  const byName = new Map(tools.map((tool) => [tool.name, tool]))
  let lastId = 0
  return {
    request(_method, params, _capabilities, observer, context) {
      const id = ++lastId
      const tool = byName.get(String(params['name']))
      const work =
        tool === undefined
          ? Promise.reject(new AppError('UNKNOWN_TOOL', `Unknown tool: ${String(params['name'])}`))
          : tool.call(params['arguments'], context)
      work.then(
        (result) => observer.onResult(result),
        (thrown: unknown) => {
          if (!(thrown instanceof AppError)) log.error({ tool: tool?.name, error: thrown }, 'a native tool failed')
          observer.onError(errorOf(thrown))
        },
      )
      return id
    },
    // None of the tools takes long, so a cancelled call is left to finish.
    cancel: () => undefined,
    forget: () => undefined,
  }
}

function errorOf(thrown: unknown): JsonRpcError {
  if (!(thrown instanceof AppError)) return { code: internalError, message: 'The tool failed.' }
  const code = thrown.code === 'UNKNOWN_TOOL' ? invalidParams : internalError
  return { code, message: messageOf(thrown), data: { code: thrown.code } }
}
