/** Sends complete JSON responses, with head and body in one write. */
import type { ServerResponse } from 'node:http'
import { errorJson, type RequestId } from '#contract/jsonRpc/messages'
import { invalidRequest } from '#contract/jsonRpc/errorCodes'

export function sendJson(response: ServerResponse, status: number, json: string, more: readonly string[] = []): void {
  if (response.destroyed || response.headersSent) return
  const length = String(Buffer.byteLength(json))
  response.writeHead(status, ['Content-Type', 'application/json', 'Content-Length', length, ...more])
  response.end(json)
}

export interface Refusal {
  readonly status: number
  readonly message: string
  /** The JSON-RPC error code. Default: "invalid request". */
  readonly code?: number
  readonly headers?: readonly string[]
}

/** Refuses an HTTP request as a whole. */
export function refuse(response: ServerResponse, refusal: Refusal, id?: RequestId): void {
  const json = errorJson(id, { code: refusal.code ?? invalidRequest, message: refusal.message })
  sendJson(response, refusal.status, json, refusal.headers)
}

export function sendEmpty(response: ServerResponse, status: number): void {
  if (response.destroyed || response.headersSent) return
  response.writeHead(status, ['Content-Length', '0'])
  response.end()
}
