/** For subjects whose changes only their routes know: tells every other page and command to read them again. */
import { os } from '@orpc/server'
import type { EventHub } from '#engine/events'

export type ToldSubject = 'models' | 'products' | 'secrets'

/** Wraps all routes of a subject; routes that only read announce nothing. */
export function tellChange(events: Pick<EventHub, 'publish'>, subject: ToldSubject) {
  return os.middleware(async ({ next, procedure }) => {
    const answer = await next()
    if (procedure['~orpc'].route.method !== 'GET') events.publish({ type: `${subject}.changed` })
    return answer
  })
}
