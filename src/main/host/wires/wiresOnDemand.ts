/**
 * Creates the wires at first use. Loading the contract's implementation takes as long as opening a store, and an engine
 * that only serves MCP never needs it.
 */
import { messageOf } from '#contract/errors'
import type { Log } from '#engine/ports'
import type { Wires } from '#main/host/wires/wires'

export function wiresOnDemand(make: () => Promise<Wires>, log: Log): Wires {
  let made: Promise<Wires> | null = null
  const wires = () => (made ??= make())
  return {
    async serveSocket(socket) {
      // Without a listener, data would be lost and an error would be thrown.
      socket.pause()
      socket.on('error', () => undefined)
      try {
        await (await wires()).serveSocket(socket)
        socket.resume()
      } catch (thrown) {
        log.error({ reason: messageOf(thrown) }, 'serving a socket failed')
        socket.terminate()
      }
    },
    servePort: async (port) => (await wires()).servePort(port),
    serveRest: async (request, response, grant) => (await wires()).serveRest(request, response, grant),
    describeRest: async (version) => (await wires()).describeRest(version),
  }
}
