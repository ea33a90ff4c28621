/**
 * Makes a call for a person who tries a tool by hand. The server may ask that person questions and, with the person's
 * consent, the model.
 */
import type { TrialEvent } from '#contract/tools/trial'
import type { ToolResult } from '#contract/tools/tool'
import { fieldsOf } from '#contract/jsonRpc/jsonObject'
import type { ModelSource } from '#engine/chat/models/modelSource'
import { textIn } from '#engine/chat/requests/textIn'
import { completeText } from '#engine/chat/runs/asking/completeText'
import { serverQuestions } from '#engine/chat/runs/calls/serverQuestions'
import type { Questions } from '#engine/questions/questions'
import type { Views } from '#engine/registry/catalog/catalogView'
import type { Scope } from '#engine/registry/catalog/scope'
import type { Caller, Router } from '#engine/router/call'
import { Cancellation } from '#engine/router/cancellation'
import { batchesOf, Wake } from '#engine/structures/wake'

export interface TrialParts {
  readonly views: Pick<Views, 'view'>
  readonly router: Router
  readonly questions: Pick<Questions, 'ask'>
  readonly source: Pick<ModelSource, 'client' | 'model'>
}

export interface TriedCall {
  readonly name: string
  readonly arguments: Readonly<Record<string, unknown>>
}

export const personKey = 'person'
const capabilities = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} } as const
const progressToken = 'trial'

/** Makes the call. Cancels it when `signal` is aborted, or when the reader of its events stops reading. */
export async function* tryTool(
  parts: TrialParts,
  scope: Scope,
  { name, arguments: args }: TriedCall,
  signal: AbortSignal | undefined,
): AsyncGenerator<TrialEvent, void, undefined> {
  const left = new AbortController()
  const wake = new Wake()
  let progress: TrialEvent | null = null
  let end: { readonly result: ToolResult } | { readonly thrown: unknown } | null = null
  const call = parts.router.callTool(scope, {
    params: { name, arguments: args, _meta: { progressToken } },
    caller: personAsked(parts, scope, name),
    cancellation: Cancellation.of(left.signal),
    onNotification: (method, params) => {
      if (method !== 'notifications/progress') return
      progress = progressOf(params)
      wake.now()
    },
  })
  void call
    .then(
      (result) => (end = { result }),
      (thrown: unknown) => (end = { thrown }),
    )
    .finally(() => wake.now())
  const take = async (): Promise<TrialEvent | null> => {
    await wake.until(() => progress !== null || end !== null || left.signal.aborted)
    const event = progress
    progress = null
    if (event !== null && end === null) return event
    if (left.signal.aborted || end === null) return null
    if ('thrown' in end) throw end.thrown
    return { type: 'result', result: end.result }
  }
  const leave = () => {
    left.abort()
    wake.now()
  }
  for await (const event of batchesOf({ take, end: leave }, signal)) {
    yield event
    if (event.type === 'result') return
  }
}

function personAsked({ views, questions, source }: TrialParts, scope: Scope, name: string): Caller {
  const tool = views.view(scope)?.tools.find((one) => one.name === name)
  const asking = serverQuestions({
    questions,
    complete: async (request, signal) => {
      const setting = { client: await source.client(), model: await source.model(null, signal), scope }
      return completeText(setting, request, signal, () => undefined)
    },
    conversationId: null,
    projectId: scope.kind === 'project' ? scope.projectId : null,
    callerKey: personKey,
  })
  return {
    key: personKey,
    capabilities,
    ask: asking(textIn(fieldsOf(tool?.['_meta']), 'switchboard/server') || null),
    identity: { kind: 'person', name: null, version: null, hasSession: false },
  }
}

function progressOf({ progress, total, message }: Record<string, unknown>): TrialEvent | null {
  if (typeof progress !== 'number') return null
  return {
    type: 'progress',
    progress,
    total: typeof total === 'number' ? total : null,
    message: typeof message === 'string' ? message : null,
  }
}
