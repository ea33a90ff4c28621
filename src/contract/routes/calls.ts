/** The routes of the records of tool calls. */
import { oc } from '@orpc/contract'
import { z } from 'zod'
import { callId, callPage, callQuery, callRecord, textPage, textPageQuery } from '#contract/call'

export const calls = {
  /** Newest first. */
  list: oc.route({ method: 'GET', path: '/calls' }).input(callQuery).output(callPage),
  get: oc
    .route({ method: 'GET', path: '/calls/{id}' })
    .input(z.object({ id: callId }))
    .output(callRecord),
  /** A page of a call's arguments or result, also of those that are too large to be in the record. */
  read: oc.route({ method: 'GET', path: '/calls/{id}/{part}' }).input(textPageQuery).output(textPage),
}
