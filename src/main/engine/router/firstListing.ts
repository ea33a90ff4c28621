/** Gives servers that have never listed anything some time to do so, for a call of a name that nobody is known to have. */
import type { Clock } from '#engine/ports'
import type { Views } from '#engine/registry/catalogView'
import type { OneCall } from '#engine/router/oneCall'

const firstListingMs = 15_000

/** Resolves when `isFound`, when all have listed or failed, or when the time is over. */
export async function firstListing(
  one: OneCall,
  isFound: () => boolean,
  servers: Pick<Views, 'use' | 'onViewsChanged'>,
  clock: Clock,
): Promise<void> {
  let stopWatching: () => void = () => undefined
  await new Promise<void>((resolve, reject) => {
    const timer = clock.after(firstListingMs, resolve)
    const unsubscribe = servers.onViewsChanged(() => {
      if (isFound()) resolve()
    })
    stopWatching = () => {
      timer.cancel()
      unsubscribe()
    }
    one.holder = { abandoned: () => resolve() }
    servers.use(one.scope).then(resolve, reject)
  }).finally(() => stopWatching())
  one.holder = null
}
