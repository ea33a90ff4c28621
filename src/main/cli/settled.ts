/** Waits until a server that starts has started or failed, so that a command can say which. */
import { AppError } from '#contract/errors'
import type { ServerSnapshot } from '#contract/server'
import type { ContractClient } from '#main/host/control/controlClient'

/** A first start may download the server; beyond this the command leaves it to the engine. */
const patienceMs = 30_000

export async function settled(client: ContractClient, slug: string, signal: AbortSignal): Promise<ServerSnapshot> {
  const ended = new AbortController()
  // Subscribed before it is read, so that no change falls in between.
  const events = await client.events.subscribe(undefined, { signal: AbortSignal.any([signal, ended.signal]) })
  const read = async () => {
    const servers = await client.servers.list(undefined, { signal })
    return servers.find((server) => server.slug === slug)
  }
  const timer = setTimeout(() => ended.abort(), patienceMs)
  try {
    for await (const _batch of events) {
      const server = await read()
      if (server === undefined || server.state.kind !== 'starting') break
    }
  } catch (error) {
    if (!ended.signal.aborted) throw error
  } finally {
    clearTimeout(timer)
    ended.abort()
  }
  const server = await read()
  if (server === undefined) throw new AppError('NOT_FOUND', `The server ${slug} was removed meanwhile.`)
  return server
}
