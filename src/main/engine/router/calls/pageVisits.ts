/**
 * A server of protocol version 2025-11-25 may refuse a request until pages have been visited (error -32042). If the
 * caller can be asked during a call, it is asked to visit them, and the request is made again. A caller of that version
 * gets the error, because it knows what to do.
 */
import { AppError } from '#contract/errors'
import { isObject } from '#contract/jsonRpc/jsonObject'
import { refusalFor } from '#engine/policies/askable'
import type { Caller, ServerRequest } from '#engine/router/call'
import { maxQuestions } from '#engine/router/calls/detours'
import type { OneCall } from '#engine/router/calls/oneCall'

const urlRequired = -32042

/** The pages that an error requires. Null for any other error, for a malformed one, and for too many pages. */
export function pagesWanted(error: unknown): readonly ServerRequest[] | null {
  if (!isObject(error) || error['code'] !== urlRequired || !isObject(error['data'])) return null
  const { elicitations } = error['data']
  if (!Array.isArray(elicitations) || elicitations.length === 0 || elicitations.length > maxQuestions) return null
  if (!elicitations.every(isPage)) return null
  return elicitations.map((params: unknown) => ({ method: 'elicitation/create', params }))
}

/** Whether the params ask for a page visit rather than a form. */
export function isPage(params: unknown): params is Readonly<Record<string, unknown>> {
  return isObject(params) && params['mode'] === 'url' && typeof params['url'] === 'string'
}

/** Whether the caller declared that it can visit these pages. */
export function visitsPages({ capabilities }: Caller, pages: readonly ServerRequest[]): boolean {
  return pages.every(({ method, params }) => refusalFor(method, params, capabilities) === null)
}

/** Whether to ask the caller instead of passing on the error. */
export function isAskedToVisit(caller: Caller, pages: readonly ServerRequest[]): boolean {
  return caller.ask !== null && caller.takesUrlRequired !== true && visitsPages(caller, pages)
}

/**
 * Resolves when the caller has agreed to all pages. Agreement does not prove a visit, so the server may ask again, up
 * to a limit.
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
  return new AppError(
    'CALL_REFUSED',
    'The server requires a page visit before it continues, and the page was not visited.',
  )
}
