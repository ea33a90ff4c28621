/**
 * The wires, made when somebody first needs them: what is behind the contract takes as long to load as a store to open, and
 * an engine that serves MCP alone never needs it.
 */
import { messageOf } from '#contract/errors'
import type { Log } from '#engine/ports'
import type { Wires } from '#main/host/wires/wires'

export function wiresOnDemand(make: () => Promise<Wires>, log: Log): Wires {
  let made: Promise<Wires> | null = null
  const wires = () => (made ??= make())
  return {
    async serveSocket(socket) {
      // What comes before anybody listens would be lost, and an error without a listener would be thrown.
      socket.pause()
      socket.on('error', () => undefined)
      try {
        await (await wires()).serveSocket(socket)
        socket.resume()
      } catch (thrown) {
        log.error({ reason: messageOf(thrown) }, 'a socket could not be served')
        socket.terminate()
      }
    },
    servePort: async (port) => (await wires()).servePort(port),
    serveRest: async (request, response) => (await wires()).serveRest(request, response),
    describeRest: async (version) => (await wires()).describeRest(version),
  }
}
