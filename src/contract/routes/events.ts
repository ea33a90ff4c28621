/** The route by which pages learn of changes. */
import { eventIterator, oc } from '@orpc/contract'
import { z } from 'zod'
import { engineEvent } from '#contract/events'

export const events = {
  /** Events in batches. After a gap the engine ends the stream: subscribe again, and read everything again. */
  subscribe: oc.route({ method: 'GET', path: '/events' }).output(eventIterator(z.array(engineEvent))),
}
