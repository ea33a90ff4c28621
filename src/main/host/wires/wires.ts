/** The server side of the contract's three wires: WebSocket, MessagePort, REST. One router, one conversion of errors. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { AsyncIteratorClass } from '@orpc/client'
import { onMessagePortClose, onMessagePortMessage, postMessagePortMessage } from '@orpc/client/message-port'
import type { SupportedMessagePort } from '@orpc/client/message-port'
import { OpenAPIHandler } from '@orpc/openapi/node'
import type { Router } from '@orpc/server'
import { BodyLimitPlugin } from '@orpc/server/node'
import { StandardRPCHandler } from '@orpc/server/standard'
import { createServerPeerHandleRequestFn } from '@orpc/server/standard-peer'
import {
  decodeRequestMessage,
  encodeResponseMessage,
  experimental_ServerPeerWithoutCodec as ServerPeer,
} from '@orpc/standard-server-peer'
import type { EncodedMessage } from '@orpc/standard-server-peer'
import type { RawData, WebSocket } from 'ws'
import type { Contract } from '#contract/contract'
import { AppError, messageOf } from '#contract/errors'
import type { Log } from '#engine/ports'
import { logFault } from '#main/host/wires/faults'
import { describeRest } from '#main/host/wires/openApiDocument'
import { restPrefix } from '#main/host/wires/restPrefix'
import { guardedSend, maxMessageBytes } from '#main/host/wires/socketGuard'
import { toAppError, toReadingError, toWireError } from '#main/host/wires/wireErrors'

/** What a handler is told of its caller beside the input. Nothing yet: every wire is let in before it gets here. */
export type WireContext = Record<string, never>
export type ContractRouter = Router<Contract, WireContext>

export interface Wires {
  /** Never rejects. */
  serveSocket(socket: WebSocket): Promise<void>
  /** Resolves when somebody listens to it: it is for the caller to start it then. */
  readonly servePort: (port: SupportedMessagePort) => Promise<void>
  /** Resolves with false when the contract has no such route. */
  serveRest(request: IncomingMessage, response: ServerResponse): Promise<boolean>
  /** The document that tells machines what there is. */
  describeRest(version: string): Promise<string>
}

/** By which a WebSocket says that what came on it was not what it should be. */
const unreadableData = 1007

/** `onUnread`: told of each socket that was ended because it was not read. */
export function createWires(router: ContractRouter, log: Log, onUnread: () => void = () => undefined): Wires {
  const context: WireContext = {}
  const options = errorHandling(log)
  const answerMessage = createServerPeerHandleRequestFn(new StandardRPCHandler(router, options), { context })
  /** `onUnreadable`: what cannot be read names no call, so there is nobody to answer. */
  const openPeer = (send: (message: EncodedMessage) => void | Promise<void>, onUnreadable: () => void) => {
    const peer = new ServerPeer(async ([id, type, payload]) => send(await encodeResponseMessage(id, type, payload)))
    const read = async (message: EncodedMessage) => {
      const decoded = await decodeRequestMessage(message)
      // To the peer, what is over without a name is everything: no other call would be answered any more.
      if (typeof decoded[0] !== 'string') throw new AppError('INVALID_INPUT', 'A call is named by a text.')
      return decoded
    }
    const take = async (message: EncodedMessage) => {
      const decoded = await read(message).catch((thrown: unknown) => {
        log.debug({ reason: messageOf(thrown) }, 'a message was no call')
        onUnreadable()
        return null
      })
      if (decoded !== null) await peer.message(decoded, answerMessage)
    }
    return {
      receive: (message: EncodedMessage) => {
        take(message).catch((error) => log.debug({ reason: messageOf(error) }, 'an answer could not be sent'))
      },
      close: () => peer.close(),
    }
  }
  const rest = new OpenAPIHandler(router, {
    ...options,
    plugins: [new BodyLimitPlugin({ maxBodySize: maxMessageBytes })],
  })
  return {
    async serveSocket(socket) {
      // Whoever sent it waits for an answer that cannot come: the end of the socket tells it so.
      const peer = openPeer(guardedSend(socket, log, onUnread), () => socket.close(unreadableData, 'This is no call.'))
      socket.on('message', (data, isBinary) => {
        if (socket.readyState === socket.OPEN) peer.receive(isBinary ? bytesOf(data) : bytesOf(data).toString('utf8'))
      })
      socket.once('close', peer.close)
    },
    async servePort(port) {
      const peer = openPeer(
        (message) => postMessagePortMessage(port, message),
        () => undefined,
      )
      onMessagePortMessage(port, peer.receive)
      onMessagePortClose(port, peer.close)
    },
    async serveRest(request, response) {
      const { matched } = await rest.handle(request, response, { prefix: restPrefix, context })
      return matched
    },
    describeRest,
  }
}

function bytesOf(data: RawData): Buffer {
  if (Buffer.isBuffer(data)) return data
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data)
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
