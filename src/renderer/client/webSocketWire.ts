/**
 * The wire in a browser. A ticket from the address is exchanged for the token once. The token is then exchanged for
 * another ticket per WebSocket, because a WebSocket cannot send headers.
 */
import { RPCLink } from '@orpc/client/websocket'
import { AppError } from '#contract/errors'
import type { Access } from '#renderer/client/access.ts'
import type { CallContext } from '#renderer/client/api.ts'
import { type OpenWire, TicketRefused, TokenMissing } from '#renderer/client/wire.ts'

async function post(path: string, authorization: string, signal: AbortSignal): Promise<Response> {
  return fetch(new URL(path, window.location.href), { method: 'POST', headers: { authorization }, signal })
}

/** Ignores a refused ticket if the tab already has a token, so that opening an address twice does no harm. */
async function exchangeTicket(access: Access, signal: AbortSignal): Promise<void> {
  const ticket = access.ticket()
  if (ticket === null) return
  const response = await post('/api/v1/sign-in', `Ticket ${ticket}`, signal)
  access.forgetTicket()
  if (response.ok) access.use({ kind: 'token', token: ((await response.json()) as { token: string }).token })
  else if (access.token() === null) throw new TicketRefused()
}

async function requestTicket(access: Access, signal: AbortSignal): Promise<string> {
  await exchangeTicket(access, signal)
  const token = access.token()
  if (token === null) throw new TokenMissing()
  const response = await post('/api/v1/tickets', `Bearer ${token}`, signal)
  if (response.status === 401 || response.status === 403) {
    access.forget()
    throw new AppError('UNAUTHORIZED', 'The engine does not accept this access token.')
  }
  if (!response.ok) throw new AppError('INTERNAL', `The engine answered with status ${response.status}.`)
  const { ticket } = (await response.json()) as { ticket: string }
  return ticket
}

function opened(socket: WebSocket, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new AppError('SERVER_UNAVAILABLE', 'The engine cannot be reached.'))
    socket.addEventListener('open', () => resolve(), { once: true })
    socket.addEventListener('close', fail, { once: true })
    signal.addEventListener('abort', fail, { once: true })
  })
}

export function webSocketWire(access: Access): OpenWire {
  return async (signal) => {
    const url = new URL('/api/ws', window.location.href)
    url.hash = ''
    url.search = new URLSearchParams({ ticket: await requestTicket(access, signal) }).toString()
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
    const socket = new WebSocket(url)
    socket.binaryType = 'arraybuffer'
    const closed = new Promise<void>((resolve) => socket.addEventListener('close', () => resolve(), { once: true }))
    const link = new RPCLink<CallContext>({ websocket: socket })
    try {
      await opened(socket, signal)
    } catch (thrown) {
      socket.close()
      throw thrown
    }
    return { link, closed }
  }
}
