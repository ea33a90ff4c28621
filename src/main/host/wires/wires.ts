/**
 * The server side of the contract's three wires: WebSocket, MessagePort, REST. They share one router and one conversion
 * of errors.
 */
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
import type { CallContext, ClientGrant } from '#engine/access/grant'
import type { Log } from '#engine/ports'
import { logFault } from '#main/host/wires/faults'
import { describeRest } from '#main/host/wires/openApiDocument'
import { restPrefix } from '#main/host/wires/restPrefix'
import { guardedSend, maxMessageBytes } from '#main/host/wires/socketGuard'
import { toAppError, toReadingError, toWireError } from '#main/host/wires/wireErrors'

export type ContractRouter = Router<Contract, CallContext>

export interface Wires {
  /** Never rejects. */
  serveSocket(socket: WebSocket): Promise<void>
  /** Resolves once the port has a listener. The caller starts the port then. */
  readonly servePort: (port: SupportedMessagePort) => Promise<void>
  /**
   * Resolves with false if the contract has no such route. `grant`: the rights of a client's token; absent: the owner's
   * rights.
   */
  serveRest(request: IncomingMessage, response: ServerResponse, grant?: ClientGrant): Promise<boolean>
  /** The OpenAPI document. */
  describeRest(version: string): Promise<string>
}

/** WebSocket close code for malformed data. */
const unreadableData = 1007

/** `onUnread`: called for each socket that was closed because its peer had stopped reading. */
export function createWires(router: ContractRouter, log: Log, onUnread: () => void = () => undefined): Wires {
  const context: CallContext = {}
  const options = errorHandling(log)
  const answerMessage = createServerPeerHandleRequestFn(new StandardRPCHandler(router, options), { context })
  /** `onUnreadable`: called for a malformed message. It names no call, so no call can be answered. */
  const openPeer = (send: (message: EncodedMessage) => void | Promise<void>, onUnreadable: () => void) => {
    const peer = new ServerPeer(async ([id, type, payload]) => send(await encodeResponseMessage(id, type, payload)))
    const read = async (message: EncodedMessage) => {
      const decoded = await decodeRequestMessage(message)
      // An answer without a call id would end all of the peer's calls.
      if (typeof decoded[0] !== 'string') throw new AppError('INVALID_INPUT', 'The id of a call must be a string.')
      return decoded
    }
    const take = async (message: EncodedMessage) => {
      const decoded = await read(message).catch((thrown: unknown) => {
        log.debug({ reason: messageOf(thrown) }, 'a message was not a call')
        onUnreadable()
        return null
      })
      if (decoded !== null) await peer.message(decoded, answerMessage)
    }
    return {
      receive: (message: EncodedMessage) => {
        take(message).catch((error) => log.debug({ reason: messageOf(error) }, 'sending an answer failed'))
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
      // The sender waits for an answer that cannot come. Closing the socket tells it so.
      const peer = openPeer(guardedSend(socket, log, onUnread), () =>
        socket.close(unreadableData, 'This is not a call.'),
      )
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
    async serveRest(request, response, grant) {
      const known = grant === undefined ? context : { grant }
      const { matched } = await rest.handle(request, response, { prefix: restPrefix, context: known })
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
  readonly context: CallContext
  readonly next: () => Promise<unknown>
}

/** The routes that clients may use, whatever address their token is for. */
const openToClients = new Set(['hosting.call'])

function errorHandling(log: Log) {
  const convert = (thrown: unknown, path: readonly string[]) => {
    const error = toAppError(thrown)
    logFault(log, error, { route: path.join('.') })
    return error
  }
  return {
    /** Wraps the call itself, and the stream that it may return. */
    clientInterceptors: [
      async ({ path, context, next }: CallOptions) => {
        try {
          if (context.grant !== undefined && !openToClients.has(path.join('.')))
            throw new AppError('UNAUTHORIZED', "Only the owner may use this route. Send the owner's access token.")
          const output = await next()
          return isStream(output) ? convertStream(output, (thrown) => convert(thrown, path)) : output
        } catch (thrown) {
          throw toWireError(convert(thrown, path))
        }
      },
    ],
    /** Also wraps the reading of the request. */
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
