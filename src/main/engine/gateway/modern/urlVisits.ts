/**
 * A server of 2025-11-25 may answer that pages have to be visited before the request is made again (-32042). 2026-07-28
 * has no such error: there it is a question, or the want of a capability. Pure, but for the asking.
 */
import { isObject } from '#contract/jsonObject'
import { errorCodes } from '#contract/errors'
import type { Params } from '#engine/gateway/jsonRpc'
import { missingCapability } from '#engine/gateway/modern/envelope'
import type { RoutedOutcome } from '#engine/gateway/routedRequests'
import { refusalFor } from '#engine/policies/askable'
import type { Caller, ServerRequest } from '#engine/router/call'

const urlRequired = -32042
/** Who says yes has agreed to visit a page; the server may find that it was not done yet, and ask again. */
const mostTries = 16

/** Makes a request, and makes it again as long as its caller visits the pages that are asked for. */
export async function visiting(
  { ask, capabilities }: Pick<Caller, 'ask' | 'capabilities'>,
  make: () => Promise<RoutedOutcome>,
): Promise<RoutedOutcome> {
  for (let tries = 1; ; tries++) {
    const outcome = await make()
    const visits = visitsIn(outcome)
    if (visits === null) return outcome
    const canVisit = visits.every(({ method, params }) => refusalFor(method, params, capabilities) === null)
    if (ask === null || !canVisit) return cannotVisit
    // Somebody who is gone is asked nothing: then the request is taken back in its place.
    const answers = await Promise.all(visits.map((visit) => ask(visit, nothing))).catch(() => null)
    if (answers === null) return null
    if (tries === mostTries || !answers.every(isAccepted)) return notVisited
  }
}

/** Null for anything but pages that are asked for as they must be. */
function visitsIn(outcome: RoutedOutcome): readonly ServerRequest[] | null {
  if (outcome?.kind !== 'error' || outcome.error.code !== urlRequired || !isObject(outcome.error.data)) return null
  const { elicitations } = outcome.error.data
  if (!Array.isArray(elicitations) || elicitations.length === 0 || !elicitations.every(isVisit)) return null
  return elicitations.map((params) => ({ method: 'elicitation/create', params }))
}

function isVisit(value: unknown): value is Params {
  return isObject(value) && value['mode'] === 'url' && typeof value['url'] === 'string'
}

function isAccepted(answer: unknown): boolean {
  return isObject(answer) && answer['action'] === 'accept'
}

const nothing = new AbortController().signal

const cannotVisit: RoutedOutcome = {
  kind: 'error',
  status: 400,
  error: {
    code: missingCapability,
    message: 'The server wants a page to be visited first, which this client did not declare that it does.',
    data: { requiredCapabilities: { elicitation: { url: {} } } },
  },
}

const notVisited: RoutedOutcome = {
  kind: 'error',
  status: 200,
  error: {
    code: errorCodes.CALL_REFUSED,
    message: 'The server wants a page to be visited before it goes on, and it was not.',
    data: { code: 'CALL_REFUSED' },
  },
}
