/**
 * The bridge's side of the control socket: opens a stream of lines. This file loads little, because a client waits for
 * the bridge to start.
 */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { nodeHttp } from '#engine/net/nodeHttp'
import { AppError } from '#contract/errors'
import { meansNobody, wayToEngine } from '#main/host/control/connectToEngine'
import { linesAddress, linesProtocol, type LineClientFacts } from '#main/host/control/controlPaths'

/** Resolves with null if no engine is running. Rejects with the engine's reason if it does not accept this client. */
export async function connectLines(dataFolder: string, client: LineClientFacts): Promise<Duplex | null> {
  const createConnection = wayToEngine(dataFolder)
  if (createConnection === null) return null
  return new Promise((resolve, reject) => {
    const asking = nodeHttp.request({
      path: linesAddress(client),
      headers: { host: 'control', connection: 'Upgrade', upgrade: linesProtocol },
      createConnection,
    })
    asking.once('upgrade', (_response: IncomingMessage, stream: Duplex, head: Buffer) => {
      if (head.length > 0) stream.unshift(head)
      resolve(stream)
    })
    asking.once('response', (response: IncomingMessage) => {
      refusalOf(response).then(reject, reject)
    })
    asking.once('error', (error) => {
      if (meansNobody(error)) resolve(null)
      else reject(error)
    })
    asking.end()
  })
}

/** The engine's reason for not accepting the client, or its status if it gives no reason. */
async function refusalOf(response: IncomingMessage): Promise<AppError> {
  response.setEncoding('utf8')
  let text = ''
  for await (const chunk of response) text += String(chunk)
  const reason = text === '' ? `The engine of the data folder answered ${response.statusCode}.` : text
  return new AppError(response.statusCode === 404 ? 'NOT_FOUND' : 'INVALID_INPUT', reason)
}
