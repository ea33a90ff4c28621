/**
 * A server of 2025-11-25 may refuse a request until pages were visited (-32042). Who is asked things during a call is asked
 * to visit them, and the request is made again; a caller of that era gets the error, which it knows.
 */
import { AppError } from '#contract/errors'
import { isObject } from '#contract/jsonRpc/jsonObject'
import { refusalFor } from '#engine/policies/askable'
import type { Caller, ServerRequest } from '#engine/router/call'
import { maxQuestions } from '#engine/router/calls/detours'
import type { OneCall } from '#engine/router/calls/oneCall'

const urlRequired = -32042

/** The pages that an error wants visited; null for any other error, for too many, and where it is not said as it must be. */
export function pagesWanted(error: unknown): readonly ServerRequest[] | null {
  if (!isObject(error) || error['code'] !== urlRequired || !isObject(error['data'])) return null
  const { elicitations } = error['data']
  if (!Array.isArray(elicitations) || elicitations.length === 0 || elicitations.length > maxQuestions) return null
  if (!elicitations.every(isPage)) return null
  return elicitations.map((params: unknown) => ({ method: 'elicitation/create', params }))
}

/** A page, and not a form. */
export function isPage(params: unknown): params is Readonly<Record<string, unknown>> {
  return isObject(params) && params['mode'] === 'url' && typeof params['url'] === 'string'
}

/** Whether it declared that it visits pages. */
export function visitsPages({ capabilities }: Caller, pages: readonly ServerRequest[]): boolean {
  return pages.every(({ method, params }) => refusalFor(method, params, capabilities) === null)
}

/** Whether the caller is to be asked, in place of getting the error. */
export function isAskedToVisit(caller: Caller, pages: readonly ServerRequest[]): boolean {
  return caller.ask !== null && caller.takesUrlRequired !== true && visitsPages(caller, pages)
}

/**
 * Resolves when all pages were agreed to. To agree is not to have been there: the server may ask again, and is not followed
 * for ever.
 */
export async function visitPages(one: OneCall, pages: readonly ServerRequest[]): Promise<void> {
  const { ask } = one.call.caller
  if (ask === null || !one.detours.beginRound()) throw notVisited()
  const visit = async (page: ServerRequest) => {
    const answer = await one.whileAsked(() => ask(page, one.ended))
    if (!isObject(answer) || answer['action'] !== 'accept') throw notVisited()
  }
  await Promise.all(pages.map(visit))
}

function notVisited(): AppError {
  return new AppError('CALL_REFUSED', 'The server wants a page to be visited before it goes on, and it was not.')
}
