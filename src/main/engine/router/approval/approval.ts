/**
 * Decides about one tool call: whether to allow it, refuse it, or ask a person. A denial always wins. An allowance
 * covers only the definition that was allowed. Pure.
 */
import type { ApprovalReason } from '#contract/question'
import type { Approval, ArgumentPattern, DecisionEffect, DecisionScope } from '#contract/decision'
import { matchesPattern } from '#contract/patternMatch'
import { isStill, type SeenDefinition } from '#engine/policies/definitionText'

export interface JudgedTool {
  /** The fingerprint of the current definition. `former`: the fingerprint by the algorithm of an earlier version. */
  readonly print: { readonly fingerprint: string; readonly former: string }
  /** Whether the server claims that the tool changes nothing. */
  readonly claimsReadOnly: boolean
  /** Whether the server's claims about its tools are trusted. */
  readonly trusted: boolean
  /**
   * The definition at the tool's first use, if definitions are watched. Null if they are not, or if this is the first
   * use.
   */
  readonly firstUsed: SeenDefinition | null
}

export interface JudgedCall {
  readonly approval: Approval
  readonly projectId: string | null
  readonly conversationId: string | null
  readonly arguments: unknown
}

/** The fields of a decision that matter for judging calls. */
export interface JudgedDecision {
  readonly effect: DecisionEffect
  readonly scope: DecisionScope
  readonly projectId: string | null
  readonly conversationId: string | null
  readonly pattern: ArgumentPattern | null
  readonly decidedAt: number
  /** The definition that was allowed. Null for a denial, which applies to every definition. */
  readonly seen: SeenDefinition | null
}

export type Verdict<Decision extends JudgedDecision = JudgedDecision> =
  | { readonly kind: 'go' }
  | { readonly kind: 'refuse'; readonly by: Decision }
  /** `before`: the text of the definition that was allowed or first used, if the current one differs. */
  | { readonly kind: 'ask'; readonly reason: ApprovalReason; readonly before: string | null }

const go = { kind: 'go' } as const

export function judgeCall<Decision extends JudgedDecision>(
  tool: JudgedTool,
  call: JudgedCall,
  decisions: readonly Decision[],
): Verdict<Decision> {
  const inForce = decisions.filter((decision) => holdsFor(decision, call)).sort(mostSpecificFirst)
  const denial = inForce.find(({ effect }) => effect === 'deny')
  if (denial !== undefined) return { kind: 'refuse', by: denial }
  const allowances = inForce.filter(({ effect }) => effect === 'allow')
  if (allowances.some(({ seen }) => seen !== null && isStill(seen, tool.print))) return go
  const { firstUsed } = tool
  if (firstUsed !== null && !isStill(firstUsed, tool.print))
    return { kind: 'ask', reason: 'changed', before: firstUsed.definition }
  const { approval } = call
  switch (approval) {
    case 'none':
      return go
    case 'notReadOnly':
      if (tool.claimsReadOnly && tool.trusted) return go
      break
    case 'all':
      break
  }
  const outdated = allowances[0]?.seen ?? null
  return outdated === null
    ? { kind: 'ask', reason: approval, before: null }
    : { kind: 'ask', reason: 'changed', before: outdated.definition }
}

function holdsFor(decision: JudgedDecision, call: JudgedCall): boolean {
  const { pattern, effect } = decision
  if (!isWithin(decision, call)) return false
  return pattern === null || matchesPattern(pattern, call.arguments, effect)
}

function isWithin({ scope, projectId, conversationId }: JudgedDecision, call: JudgedCall): boolean {
  switch (scope) {
    case 'conversation':
      return call.conversationId !== null && conversationId === call.conversationId
    case 'project':
      return call.projectId !== null && projectId === call.projectId
    case 'always':
      return true
  }
}

const width: Readonly<Record<DecisionScope, number>> = { conversation: 0, project: 1, always: 2 }

/** Most specific first, and among equals newest first. The first decision is the one that a person is told about. */
function mostSpecificFirst(one: JudgedDecision, other: JudgedDecision): number {
  return (
    (other.pattern?.length ?? 0) - (one.pattern?.length ?? 0) ||
    width[one.scope] - width[other.scope] ||
    other.decidedAt - one.decidedAt
  )
}
