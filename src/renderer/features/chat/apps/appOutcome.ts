/** What the page of a tool is told of its call. Pure. */
import type { ToolCallBlock } from '#contract/chat/chat'
import { fieldsOf } from '#contract/jsonRpc/jsonObject'
import type { AppOutcome } from '#renderer/features/chat/apps/appBridge.ts'

/** A page is shown for a call that was made: not while a person has to allow it, and not when it came to nothing. */
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

/** A picture of the result is kept apart, in a form that no page knows. */
const isKeptApart = (content: unknown) => 'attachmentId' in (Object(content) as object)

/** Null: it is under way. */
export function outcomeOf({ status, result, error }: ToolCallBlock): AppOutcome | null {
  if (result !== null)
    return {
      kind: 'result',
      result: { ...result, content: (result.content ?? []).filter((content) => !isKeptApart(content)) },
    }
  return status === 'running' ? null : { kind: 'cancelled', reason: error ?? status }
}
