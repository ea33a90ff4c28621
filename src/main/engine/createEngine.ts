/** Composition root: the one place that constructs the parts of an engine, and closes them in reverse. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Ports } from '#engine/ports'

export interface Engine {
  /** Serves one request at `/mcp…` that the host has let in; `path` is what follows `/mcp`, for example `/s/git`. */
  readonly gateway: { handle(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> }
  /** Stops every server and writes out what is pending. Idempotent. */
  close(): Promise<void>
}

export type CreateEngine = (ports: Ports) => Promise<Engine>
