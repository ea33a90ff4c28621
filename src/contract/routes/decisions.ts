/** The routes for stored decisions. */
import { oc } from '@orpc/contract'
import { z } from 'zod'
import { decision } from '#contract/decision'
import { givenId } from '#contract/inputBounds'

const byId = z.object({ id: givenId })

export const decisions = {
  /** Newest first. */
  list: oc.route({ method: 'GET', path: '/decisions' }).output(z.array(decision)),
  remove: oc.route({ method: 'DELETE', path: '/decisions/{id}' }).input(byId).output(z.object({})),
  /** Undoes a removal, as long as the engine that removed the decision is still running. */
  restore: oc.route({ method: 'POST', path: '/decisions/{id}/restore' }).input(byId).output(decision),
}
