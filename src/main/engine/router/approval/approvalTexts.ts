/** Texts about a call that is waiting for a person: for the person, and for the caller of a denied call. Pure. */
import { denialText } from '#contract/chat/denial'
import type { Decision } from '#contract/decision'
import { AppError } from '#contract/errors'
import type { Answer } from '#contract/question'
import type { Verdict } from '#engine/router/approval/approval'
import type { SeenDefinition } from '#engine/policies/definitionText'
import type { ToolDefinition } from '#engine/policies/toolCheck'
import type { Asked } from '#engine/questions/questions'
import type { RouteMember, ToolRoute } from '#engine/registry/catalog/toolRoute'
import { withoutSecrets } from '#engine/router/approval/hiddenSecrets'
import type { OneCall } from '#engine/router/calls/oneCall'

/** A member of the call's route, with the verdict about it. */
export interface JudgedMember {
  readonly member: RouteMember
  readonly serverId: string
  readonly projectId: string | null
  readonly definition: ToolDefinition | null
  readonly seen: SeenDefinition
  readonly trusted: boolean
  readonly verdict: Exclude<Verdict, { kind: 'refuse' }>
}

export function approvalQuestion(
  { call, args }: OneCall,
  { publicName }: ToolRoute,
  asking: JudgedMember,
  redact: (text: string) => string,
): Asked {
  const { caller } = call
  const { member, definition, seen, verdict, trusted, projectId } = asking
  const annotations = definition?.annotations
  const { title } = Object(annotations) as { readonly title?: unknown }
  const before = verdict.kind === 'ask' ? verdict.before : null
  return {
    body: {
      kind: 'approval',
      tool: {
        publicName,
        server: member.slug,
        name: member.original,
        title: definition?.title ?? (typeof title === 'string' ? title : null),
        description: definition?.description ?? '',
        inputSchema: definition?.inputSchema,
        annotations,
        trusted,
      },
      arguments: withoutSecrets(Object(args) as Record<string, unknown>, redact),
      reason: verdict.kind === 'ask' ? verdict.reason : 'all',
      change: before === null ? null : { before, after: seen.definition },
    },
    caller: { kind: caller.identity?.kind ?? 'client', name: caller.knownAs ?? caller.identity?.name ?? null },
    callerKey: caller.key,
    projectId,
    conversationId: caller.conversationId ?? null,
  }
}

const places: Readonly<Record<Decision['scope'], string>> = {
  conversation: ' in this conversation',
  project: ' in this project',
  always: '',
}

export function refusedByDecision(
  publicName: string,
  { scope, pattern }: Pick<Decision, 'scope' | 'pattern'>,
): AppError {
  const withThese = pattern === null ? '' : ' with these arguments'
  return new AppError(
    'CALL_REFUSED',
    `This call was denied by a saved decision: ${publicName} may not be called${withThese}${places[scope]}. ` +
      'The user can change that in Switchboard, under Settings, Permissions.',
  )
}

export function refusedByPerson(answer: Answer): AppError {
  const reason = answer.kind === 'deny' && answer.reason !== undefined && answer.reason !== '' ? answer.reason : null
  return new AppError('CALL_REFUSED', denialText(reason))
}
