/**
 * Opens transports to remote servers. The code, including TLS, is loaded when the first one is opened, because many
 * people have no remote server.
 */
import type { RemoteOpenerOptions, RemoteOpeners } from '#engine/connections/transports/httpOpener'

export function remoteOpeners(options: RemoteOpenerOptions): RemoteOpeners {
  let loaded: Promise<RemoteOpeners> | null = null
  const load = async () => {
    const { createRemoteOpeners } = await import('#engine/connections/transports/httpOpener')
    return createRemoteOpeners(options)
  }
  const openers = () => (loaded ??= load())
  return {
    http: async (...launch) => (await openers()).http(...launch),
    sse: async (...launch) => (await openers()).sse(...launch),
  }
}
