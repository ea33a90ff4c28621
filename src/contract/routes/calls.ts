/** The routes for records of tool calls. */
import { oc } from '@orpc/contract'
import { z } from 'zod'
import { callPage, callQuery, callRecord } from '#contract/tools/call'
import { callId, textPage, textPageQuery } from '#contract/tools/callText'

export const calls = {
  list: oc.route({ method: 'GET', path: '/calls' }).input(callQuery).output(callPage),
  get: oc
    .route({ method: 'GET', path: '/calls/{id}' })
    .input(z.object({ id: callId }))
    .output(callRecord),
  /** A page of a call's arguments or result, including the part that is too large for the record. */
  read: oc.route({ method: 'GET', path: '/calls/{id}/{part}' }).input(textPageQuery).output(textPage),
}
