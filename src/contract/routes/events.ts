/** The route by which pages hear what has changed. */
import { eventIterator, oc } from '@orpc/contract'
import { z } from 'zod'
import { engineEvent } from '#contract/events'

export const events = {
  /** Batches of events. After a gap the engine ends the stream; subscribe again and read anew. */
  subscribe: oc.route({ method: 'GET', path: '/events' }).output(eventIterator(z.array(engineEvent))),
}
