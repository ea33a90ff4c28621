/** For subjects of which only their routes know a change: every other page and command reads them anew. */
import { os } from '@orpc/server'
import type { EventHub } from '#engine/events'

export type ToldSubject = 'models' | 'products' | 'secrets'

/** Goes around all routes of a subject; those that only read say nothing. */
export function tellChange(events: Pick<EventHub, 'publish'>, subject: ToldSubject) {
  return os.middleware(async ({ next, procedure }) => {
    const answer = await next()
    if (procedure['~orpc'].route.method !== 'GET') events.publish({ type: `${subject}.changed` })
    return answer
  })
}
