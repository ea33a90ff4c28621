/** How a trial starts when a person chose the tool by its name. Pure. */
import { isObject } from '#contract/jsonRpc/jsonObject'
import type { ToolSnapshot } from '#contract/tools/tool'
import { isOffered } from '#renderer/model/tools/toolCost.ts'

/** `fields`: the person fills in the arguments and presses Run. `run`: the tool runs immediately. */
export type TrialStart = 'fields' | 'run'

function takesArguments(inputSchema: unknown): boolean {
  if (!isObject(inputSchema)) return true
  const { properties, required, type, additionalProperties, ...rest } = inputSchema
  const isPlain = Object.keys(rest).every((name) => ['$schema', 'title', 'description'].includes(name))
  const isEmpty = (properties === undefined || isObject(properties)) && Object.keys(properties ?? {}).length === 0
  const needsNone = required === undefined || (Array.isArray(required) && required.length === 0)
  const takesMore = additionalProperties !== undefined && additionalProperties !== false
  return type !== 'object' || !isPlain || !isEmpty || !needsNone || takesMore
}

/**
 * The tool runs immediately only if it can change nothing: it says that it is read-only, its server is trusted, and it
 * has no arguments to fill in.
 */
export function trialStartOf(tool: ToolSnapshot, isTrusted: boolean): TrialStart {
  const { annotations, inputSchema } = tool
  const isReadOnly = isObject(annotations) && annotations['readOnlyHint'] === true
  return isReadOnly && isTrusted && isOffered(tool) && !takesArguments(inputSchema) ? 'run' : 'fields'
}
