/**
 * Opens transports to remote servers. A server that does not support streamable HTTP is reached over HTTP+SSE, the
 * transport of 2024.
 */
import { AppError } from '#contract/errors'
import type { HttpLaunch, SseLaunch } from '#contract/servers/server'
import type { MessageFacts, OpenTransport, Prepared, Transport, TransportEvents } from '#engine/connections/transport'
import type { CredentialsFor } from '#engine/connections/transports/credentials'
import { launchUrl, type RemoteParts } from '#engine/connections/transports/httpLaunch'
import { HttpTransport } from '#engine/connections/transports/httpTransport'
import { createHttpRoutes } from '#engine/net/httpRoutes'
import { SseTransport } from '#engine/connections/transports/sseTransport'
import type { Clock, Log, Random } from '#engine/ports'

export interface RemoteOpenerOptions {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly credentialsFor: CredentialsFor
}

export interface RemoteOpeners {
  readonly http: OpenTransport<HttpLaunch>
  readonly sse: OpenTransport<SseLaunch>
}

export function createRemoteOpeners(options: RemoteOpenerOptions): RemoteOpeners {
  const { clock, random, credentialsFor } = options
  const routes = createHttpRoutes(options)
  const partsFor = (launch: Prepared<HttpLaunch | SseLaunch>): RemoteParts => {
    const { account } = launch
    if (account === undefined) return { routes, clock, random, signer: null }
    const address = launchUrl(launch)
    const signer = { account, address, credentials: credentialsFor(account, address) }
    return { routes, clock, random, signer }
  }
  return {
    http: async (launch, _label, events) => new EitherTransport(partsFor(launch), launch, events),
    sse: async (launch, _label, events) => new SseTransport({ ...partsFor(launch), launch, events }),
  }
}

/** Uses streamable HTTP, until the handshake shows that the server supports only the older transport. */
class EitherTransport implements Transport {
  readonly pid = null
  #current: Transport

  constructor(parts: RemoteParts, launch: HttpLaunch, events: TransportEvents) {
    this.#current = new HttpTransport({
      ...parts,
      launch,
      events,
      onUnknown: (json, message, error) => {
        this.#current = new SseTransport({ ...parts, launch, events, explain: (other) => neither(error, other) })
        this.#current.send(json, message)
      },
    })
  }

  get takesAnswers(): boolean {
    return this.#current.takesAnswers !== false
  }

  send(json: string, message: MessageFacts): void {
    this.#current.send(json, message)
  }

  negotiated(protocolVersion: string): void {
    this.#current.negotiated?.(protocolVersion)
  }

  listed(tools: readonly unknown[]): void {
    this.#current.listed?.(tools)
  }

  forget(id: number): void {
    this.#current.forget?.(id)
  }

  close(): Promise<void> {
    return this.#current.close()
  }
}

/** The older transport was only a guess, so the error from the newer one comes first. */
function neither(error: AppError, other: AppError): AppError {
  if (other.code === 'SIGN_IN_REQUIRED') return other
  return new AppError(
    'HANDSHAKE_FAILED',
    `${error.message} The server does not support the older HTTP+SSE transport either.`,
    {
      cause: other,
      ...(error.known !== null && { known: error.known }),
    },
  )
}
