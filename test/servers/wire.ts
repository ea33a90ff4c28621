/** JSON-RPC over this process's stdin and stdout, without validation or the SDK, for a fast start. */

export type JsonObject = Record<string, unknown>
export type RequestId = string | number

export interface Request {
  readonly id: RequestId
  readonly method: string
  readonly params: JsonObject
}

export interface WireHandlers {
  /**
   * Handles a request. The return value is the result, and a thrown `RpcError` is the JSON-RPC error. Null sends no
   * response.
   */
  request(request: Request): Promise<JsonObject | null>
  notification(method: string, params: JsonObject): void
}

export class RpcError extends Error {
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

export interface Wire {
  notify(method: string, params: JsonObject): void
  /** Sends the client a request. Rejects with an `RpcError` if the client answers with an error. */
  ask(method: string, params: JsonObject): Promise<unknown>
}

interface Asked {
  resolve(result: unknown): void
  reject(error: RpcError): void
}

/** A parsed message from a peer that is trusted to follow JSON-RPC. */
export interface Incoming<Params = JsonObject, Id = RequestId> {
  readonly id?: Id
  readonly method?: string
  readonly params?: Params
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}

export function openWire(handlers: WireHandlers): Wire {
  const asked = new Map<RequestId, Asked>()
  let lastAsked = 0

  const send = (message: JsonObject) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)

  const answer = async ({ id, method, params }: Request): Promise<void> => {
    try {
      const result = await handlers.request({ id, method, params })
      if (result !== null) send({ id, result })
    } catch (thrown) {
      const error = thrown instanceof RpcError ? thrown : new RpcError(-32603, String(thrown))
      send({
        id,
        error: { code: error.code, message: error.message, ...(error.data !== undefined && { data: error.data }) },
      })
    }
  }

  const take = ({ id, method, params = {}, result, error }: Incoming): void => {
    if (method !== undefined && id !== undefined) {
      void answer({ id, method, params })
    } else if (method !== undefined) {
      handlers.notification(method, params)
    } else if (id !== undefined) {
      const waiting = asked.get(id)
      asked.delete(id)
      if (error) waiting?.reject(new RpcError(error.code, error.message, error.data))
      else waiting?.resolve(result)
    }
  }

  onLines((line) => take(JSON.parse(line) as Incoming))

  return {
    notify: (method, params) => {
      send({ method, params })
    },
    ask: (method, params) =>
      new Promise((resolve, reject) => {
        const id = `asked-${++lastAsked}`
        asked.set(id, { resolve, reject })
        send({ id, method, params })
      }),
  }
}

/** Reads lines from stdin. The parts of a long line are joined once, when its end has arrived. */
export function onLines(take: (line: string) => void): void {
  let parts: string[] = []
  process.stdin.setEncoding('utf8')
  process.stdin.on('data', (chunk: string) => {
    const pieces = chunk.split('\n')
    const rest = pieces.pop() ?? ''
    for (const piece of pieces) {
      const line = [...parts, piece].join('')
      parts = []
      if (line.trim() !== '') take(line)
    }
    if (rest !== '') parts.push(rest)
  })
}
