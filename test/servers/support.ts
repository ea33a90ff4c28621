/**
 * The MCP part that the small test servers share: both eras, tools, progress, cancellation and changes to the tool
 * list.
 */
import { openWire, RpcError, type JsonObject, type Request, type RequestId, type Wire } from '#test/servers/wire'

export const modernVersion = '2026-07-28'
const legacyVersions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']
const metaKeys = {
  version: 'io.modelcontextprotocol/protocolVersion',
  serverInfo: 'io.modelcontextprotocol/serverInfo',
  subscription: 'io.modelcontextprotocol/subscriptionId',
}

export interface ServerOptions {
  readonly name: string
  /**
   * The eras that the server supports. A server of both uses the era of its first request other than a question about
   * the eras.
   */
  readonly eras?: readonly ('legacy' | 'modern')[]
  /** The legacy revisions that the server knows, newest first. */
  readonly versions?: readonly string[]
  readonly tools: readonly ToolEntry[]
  readonly beside?: Beside
  readonly icons?: readonly JsonObject[]
  /** The number of tools on one page of the list. Absent: all tools on one page. */
  readonly pageSize?: number
}

/** A server's features besides tools. */
export interface Beside {
  readonly capabilities: JsonObject
  /** Answers a request. Undefined if the server has no such method. */
  answer(request: Request, modern: boolean): JsonObject | undefined | Promise<JsonObject>
  /** Subscribes a modern client. Returns the part of the subscription that is supported. */
  listen(id: RequestId, notifications: JsonObject): JsonObject
  unlisten(id: RequestId): void
}

export interface ToolEntry {
  /** The definition, which is listed unchanged, even if it is malformed. */
  readonly definition: JsonObject
  readonly call: ToolHandler
}
export type ToolHandler = (input: JsonObject, call: Call) => JsonObject | null | Promise<JsonObject | null>

/** What a tool can use while it runs. */
export interface Call {
  readonly id: RequestId
  readonly params: JsonObject
  readonly signal: AbortSignal
  readonly server: RunningServer
  /** Reports progress, unless the caller sent no progress token. */
  progress(progress: number, total: number, message?: string): void
}

export interface RunningServer extends Wire {
  readonly tools: readonly ToolEntry[]
  /** Replaces the tools and notifies listeners. */
  setTools(tools: readonly ToolEntry[]): void
}

export function tool(name: string, description: string, properties: JsonObject, call: ToolHandler): ToolEntry {
  return { definition: { name, description, inputSchema: { type: 'object', properties } }, call }
}

export function text(value: string): JsonObject {
  return { content: [{ type: 'text', text: value }] }
}

/** Returns the value after `--name`, such as 40 in `--tools 40`. */
export function option(name: string): string | undefined {
  const index = process.argv.indexOf(`--${name}`)
  return index === -1 ? undefined : process.argv[index + 1]
}

export function serve(options: ServerOptions): RunningServer {
  const eras = options.eras ?? ['legacy']
  const versions = options.versions ?? legacyVersions
  const running = new Map<RequestId, AbortController>()
  const listeners = new Set<RequestId>()
  let spokenToLegacy = false
  /** The server's era. A server of both eras keeps the era of its first real request for as long as it runs. */
  let era = eras.length === 1 ? eras[0] : null
  let tools = options.tools

  const info = { name: options.name, version: '1.0.0', ...(options.icons && { icons: options.icons }) }
  const capabilities = { tools: { listChanged: true }, logging: {}, ...options.beside?.capabilities }

  const initialize = (params: JsonObject): JsonObject => {
    if (era !== 'legacy') throw unsupported(params['protocolVersion'], [modernVersion])
    spokenToLegacy = true
    const asked = String(params['protocolVersion'])
    const protocolVersion = versions.includes(asked) ? asked : versions[0]
    return { protocolVersion, capabilities, serverInfo: info, instructions: `Use ${options.name} for tests.` }
  }

  const list = (params: JsonObject): JsonObject => {
    const size = options.pageSize ?? tools.length
    const start = Number(params['cursor'] ?? 0)
    const page = tools.slice(start, start + size).map((entry) => entry.definition)
    return start + size < tools.length ? { tools: page, nextCursor: String(start + size) } : { tools: page }
  }

  const callTool = async ({ id, params }: Request): Promise<JsonObject | null> => {
    const found = tools.find((entry) => entry.definition['name'] === params['name'])
    if (!found) throw new RpcError(-32602, `Unknown tool: ${String(params['name'])}`)
    const controller = new AbortController()
    running.set(id, controller)
    try {
      const token = metaOf(params)['progressToken']
      const progress: Call['progress'] = (value, total, message) => {
        if (token === undefined) return
        const note = { progressToken: token, progress: value, total, ...(message !== undefined && { message }) }
        wire.notify('notifications/progress', note)
      }
      const input = (params['arguments'] ?? {}) as JsonObject
      return await found.call(input, { id, params, signal: controller.signal, server, progress })
    } finally {
      running.delete(id)
    }
  }

  const listen = (id: RequestId, params: JsonObject): null => {
    listeners.add(id)
    const notifications = (params['notifications'] ?? {}) as JsonObject
    const honoured = {
      ...(notifications['toolsListChanged'] === true && { toolsListChanged: true }),
      ...options.beside?.listen(id, notifications),
    }
    const note = { _meta: { [metaKeys.subscription]: id }, notifications: honoured }
    wire.notify('notifications/subscriptions/acknowledged', note)
    return null
  }

  const answer = async (request: Request, modern: boolean): Promise<JsonObject | null> => {
    switch (request.method) {
      case 'tools/list':
        return { ...list(request.params), ...(modern && { ttlMs: 0, cacheScope: 'private' }) }
      case 'tools/call':
        return await callTool(request)
      case 'ping':
      case 'logging/setLevel':
        if (!modern) return {}
        break
      case 'initialize':
        return initialize(request.params)
      case 'server/discover':
        if (modern) return { supportedVersions: [modernVersion], capabilities, ttlMs: 0, cacheScope: 'private' }
        break
      case 'subscriptions/listen':
        if (modern) return listen(request.id, request.params)
    }
    const beside = options.beside?.answer(request, modern)
    if (beside !== undefined) return await beside
    throw new RpcError(-32601, `Method not found: ${request.method}`)
  }

  const request = async (incoming: Request): Promise<JsonObject | null> => {
    const version = metaOf(incoming.params)[metaKeys.version]
    if (incoming.method !== 'server/discover') era ??= version === undefined ? 'legacy' : 'modern'
    const modern = version !== undefined && era !== 'legacy'
    if (modern && version !== modernVersion) throw unsupported(version, [modernVersion])
    if (!modern && era === 'modern' && incoming.method !== 'initialize') {
      throw new RpcError(-32602, `_meta must name the ${metaKeys.version}`)
    }
    const result = await answer(incoming, modern)
    if (result === null || !modern) return result
    return { resultType: 'complete', ...result, _meta: { [metaKeys.serverInfo]: info, ...(result['_meta'] as object) } }
  }

  const notification = (method: string, params: JsonObject): void => {
    if (method !== 'notifications/cancelled') return
    const id = params['requestId'] as RequestId
    listeners.delete(id)
    options.beside?.unlisten(id)
    running.get(id)?.abort()
  }

  const wire = openWire({ request, notification })
  const server: RunningServer = {
    ...wire,
    get tools() {
      return tools
    },
    setTools: (next) => {
      tools = next
      const method = 'notifications/tools/list_changed'
      if (spokenToLegacy) wire.notify(method, {})
      for (const id of listeners) wire.notify(method, { _meta: { [metaKeys.subscription]: id } })
    },
  }
  return server
}

function metaOf(params: JsonObject): JsonObject {
  return (params['_meta'] ?? {}) as JsonObject
}

function unsupported(requested: unknown, supported: readonly string[]): RpcError {
  return new RpcError(-32022, 'Unsupported protocol version', { supported, requested })
}
