/** Tells every other page and command to read a subject again, if only its routes know that it has changed. */
import { os } from '@orpc/server'
import type { EventHub } from '#engine/events'

export type ToldSubject = 'models' | 'products' | 'secrets'

/** Wraps all routes of a subject. Routes that only read announce nothing. */
export function tellChange(events: Pick<EventHub, 'publish'>, subject: ToldSubject) {
  return os.middleware(async ({ next, procedure }) => {
    const answer = await next()
    if (procedure['~orpc'].route.method !== 'GET') events.publish({ type: `${subject}.changed` })
    return answer
  })
}
