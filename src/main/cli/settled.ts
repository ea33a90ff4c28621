/** Waits until starting servers have started or failed, so that a command can report the result. */
import { AppError } from '#contract/errors'
import type { ServerSnapshot } from '#contract/servers/server'
import { serversIn } from '#main/cli/serversIn'
import type { ContractClient } from '#main/host/control/controlClient'

/** How long the command waits. A first start may download the server: the engine then continues on its own. */
const patienceMs = 30_000

/** Waits until the server is no longer starting. With a project, it is returned with its state in that project. */
export async function settled(
  client: ContractClient,
  slug: string,
  signal: AbortSignal,
  project?: string,
): Promise<ServerSnapshot> {
  const isMeant = (server: ServerSnapshot) => server.slug === slug
  const server = (await settledServers(client, signal, project, isMeant)).find(isMeant)
  if (server === undefined) throw new AppError('NOT_FOUND', `Server ${slug} was removed in the meantime.`)
  return server
}

/** Returns all servers, or those of the project, once none of them is starting. */
export async function settledServers(
  client: ContractClient,
  signal: AbortSignal,
  project?: string,
  isMeant: (server: ServerSnapshot) => boolean = () => true,
): Promise<readonly ServerSnapshot[]> {
  const ended = new AbortController()
  // Subscribes before the read, so that no change is missed.
  const events = await client.events.subscribe(undefined, { signal: AbortSignal.any([signal, ended.signal]) })
  const read = () => serversIn(client, project, signal)
  const timer = setTimeout(() => ended.abort(), patienceMs)
  let servers: readonly ServerSnapshot[] = []
  try {
    for await (const _batch of events) {
      servers = await read()
      if (!servers.some((server) => isMeant(server) && server.state.kind === 'starting')) break
    }
  } catch (error) {
    if (!ended.signal.aborted) throw error
  } finally {
    clearTimeout(timer)
    ended.abort()
  }
  return servers
}
