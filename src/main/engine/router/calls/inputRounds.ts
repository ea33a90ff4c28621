/**
 * A modern server that needs input answers "input required", and expects the call again with the input. If the caller
 * can be asked directly, the router asks the server's questions one after another.
 */
import { AppError } from '#contract/errors'
import { internalError } from '#contract/jsonRpc/errorCodes'
import { refusalFor } from '#engine/policies/askable'
import type { CallResult, ServerRequest } from '#engine/router/call'
import { maxQuestions, maxRounds } from '#engine/router/calls/detours'
import type { OneCall } from '#engine/router/calls/oneCall'

export function isInputRequired(result: CallResult): boolean {
  return result['resultType'] === 'input_required'
}

/** Returns the params to add when the call is made again. */
export async function answerInputRequests(one: OneCall, result: CallResult): Promise<Record<string, unknown>> {
  const { ask, capabilities } = one.call.caller
  const asked = result['inputRequests'] ?? {}
  if (typeof asked !== 'object' || !Object.values(asked).every(isRequest))
    throw refusal('The server asked for input in an invalid form.')
  if (Object.keys(asked).length > maxQuestions)
    throw refusal(`The server asked more than ${maxQuestions} questions at once.`)
  if (!one.detours.beginRound()) throw refusal(`The server asked for input more than ${maxRounds} times.`)
  const answers: [string, unknown][] = []
  for (const [key, { method, params }] of Object.entries(asked as Record<string, ServerRequest>)) {
    const problem = refusalFor(method, params, ask === null ? {} : capabilities)
    if (ask === null || problem !== null) throw refusal(`The server asked for input. ${problem?.message ?? ''}`)
    answers.push([key, await one.whileAsked(() => ask({ method, params }, one.ended))])
  }
  return {
    inputResponses: Object.fromEntries(answers),
    ...(result['requestState'] === undefined ? {} : { requestState: result['requestState'] }),
  }
}

/** Explains why the questions were not answered. */
export function unanswered(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  const message = "The client did not answer the server's question."
  return new AppError('SERVER_ERROR', message, { cause: thrown, data: { code: internalError, message } })
}

function isRequest(value: unknown): boolean {
  return typeof value === 'object' && value !== null && typeof (value as Partial<ServerRequest>).method === 'string'
}

function refusal(message: string): AppError {
  return new AppError('SERVER_ERROR', message, { data: { code: internalError, message } })
}
