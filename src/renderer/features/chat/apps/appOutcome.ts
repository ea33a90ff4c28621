/** The outcome of a call, as the tool's page gets it. Pure. */
import type { ToolCallBlock } from '#contract/chat/chat'
import { fieldsOf } from '#contract/jsonRpc/jsonObject'
import type { AppOutcome } from '#renderer/features/chat/apps/appBridge.ts'

/** Whether to show the tool's page: only after the call was sent, so not while approval is pending. */
export function hasApp({ uiResource, server, status, result }: ToolCallBlock): boolean {
  return uiResource !== null && server !== null && (status === 'running' || result !== null)
}

export function argumentsOf({ editedArguments, arguments: written }: ToolCallBlock): Readonly<Record<string, unknown>> {
  try {
    return fieldsOf(JSON.parse(editedArguments ?? written))
  } catch {
    return {}
  }
}

/** Pictures of a result are stored as attachments, in a form that no page understands. */
const isKeptApart = (content: unknown) => 'attachmentId' in (Object(content) as object)

/** Returns null while the call is still running. */
export function outcomeOf({ status, result, error }: ToolCallBlock): AppOutcome | null {
  if (result !== null)
    return {
      kind: 'result',
      result: { ...result, content: (result.content ?? []).filter((content) => !isKeptApart(content)) },
    }
  return status === 'running' ? null : { kind: 'cancelled', reason: error ?? status }
}
