/** The server side of the contract's three wires: WebSocket, MessagePort, REST. One router, one conversion of errors. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { AsyncIteratorClass } from '@orpc/client'
import type { SupportedMessagePort } from '@orpc/client/message-port'
import { OpenAPIHandler } from '@orpc/openapi/node'
import type { Router } from '@orpc/server'
import { RPCHandler as PortHandler } from '@orpc/server/message-port'
import { BodyLimitPlugin } from '@orpc/server/node'
import { RPCHandler as SocketHandler } from '@orpc/server/ws'
import type { WebSocket } from 'ws'
import type { Contract } from '#contract/contract'
import type { AppError } from '#contract/errors'
import type { Log } from '#engine/ports'
import { guardSocket } from '#main/host/socketGuard'
import { logFault, toAppError, toReadingError, toWireError } from '#main/host/wireErrors'

/** What a handler is told of its caller beside the input. Nothing yet: every wire is let in before it gets here. */
export type WireContext = Record<string, never>
export type ContractRouter = Router<Contract, WireContext>

export interface Wires {
  serveSocket(socket: WebSocket): void
  servePort(port: SupportedMessagePort): void
  /** Resolves with false when the contract has no such route. */
  serveRest(request: IncomingMessage, response: ServerResponse): Promise<boolean>
}

export const restPrefix = '/api/v1'
export const maxMessageBytes = 8 * 1024 * 1024

export function createWires(router: ContractRouter, log: Log): Wires {
  const context: WireContext = {}
  const options = errorHandling(log)
  const sockets = new SocketHandler(router, options)
  const ports = new PortHandler(router, options)
  const rest = new OpenAPIHandler(router, {
    ...options,
    plugins: [new BodyLimitPlugin({ maxBodySize: maxMessageBytes })],
  })
  return {
    serveSocket(socket) {
      void sockets.upgrade(guardSocket(socket, log), { context })
    },
    servePort(port) {
      ports.upgrade(port, { context })
    },
    async serveRest(request, response) {
      const { matched } = await rest.handle(request, response, { prefix: restPrefix, context })
      return matched
    },
  }
}

interface CallOptions {
  readonly path: readonly string[]
  readonly next: () => Promise<unknown>
}

function errorHandling(log: Log) {
  const convert = (thrown: unknown, path: readonly string[]) => {
    const error = toAppError(thrown)
    logFault(log, error, { route: path.join('.') })
    return error
  }
  return {
    /** Around the call itself, and around the stream it may return. */
    clientInterceptors: [
      async ({ path, next }: CallOptions) => {
        try {
          const output = await next()
          return isStream(output) ? convertStream(output, (thrown) => convert(thrown, path)) : output
        } catch (thrown) {
          throw toWireError(convert(thrown, path))
        }
      },
    ],
    /** Around the reading of the request, too. */
    interceptors: [
      async <T>({ next }: { readonly next: () => Promise<T> }): Promise<T> => {
        try {
          return await next()
        } catch (thrown) {
          throw toWireError(toReadingError(thrown))
        }
      },
    ],
  }
}

type Stream = AsyncIterator<unknown> & AsyncIterable<unknown>

function isStream(output: unknown): output is Stream {
  return typeof output === 'object' && output !== null && Symbol.asyncIterator in output && 'next' in output
}

function convertStream(stream: Stream, convert: (thrown: unknown) => AppError): Stream {
  return new AsyncIteratorClass<unknown>(
    async () => {
      try {
        return await stream.next()
      } catch (thrown) {
        throw toWireError(convert(thrown))
      }
    },
    async () => {
      await stream.return?.()
    },
  )
}
