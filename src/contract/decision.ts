/** What a person decided about the calls of a tool, to be remembered. */
import { z } from 'zod'
import { slug } from '#contract/servers/server'

/** Which tool calls of a caller wait until a person allows them; `notReadOnly`: those that are not known to change nothing. */
export const approval = z.enum(['none', 'notReadOnly', 'all'])
export type Approval = z.infer<typeof approval>

/** Where it holds: in one conversation, for the callers of one project, or everywhere. */
export const decisionScope = z.enum(['conversation', 'project', 'always'])
export type DecisionScope = z.infer<typeof decisionScope>

const path = z.array(z.string().max(256)).min(1).max(8)
const longestText = 4096

/**
 * One thing that must hold of the arguments: a value in them is this one, or a text in them begins with this one.
 * An allowed beginning ends where a word of it ends, and allows nothing that leads out of it again (`..`, a second command).
 * A denied one is a place: it denies what leads there however it is written.
 */
export const argumentRule = z.discriminatedUnion('is', [
  z.object({
    is: z.literal('equal'),
    path,
    value: z.union([z.string().max(longestText), z.number(), z.boolean(), z.null()]),
  }),
  z.object({ is: z.literal('startsWith'), path, value: z.string().min(1).max(longestText) }),
])
export type ArgumentRule = z.infer<typeof argumentRule>

/** All of its rules must hold. */
export const argumentPattern = z.array(argumentRule).min(1).max(16)
export type ArgumentPattern = z.infer<typeof argumentPattern>

export const decisionEffect = z.enum(['allow', 'deny'])
export type DecisionEffect = z.infer<typeof decisionEffect>

export const decision = z.object({
  id: z.string(),
  effect: decisionEffect,
  server: slug,
  /** The tool's own name. */
  tool: z.string(),
  scope: decisionScope,
  /** Where `scope` is `project`. */
  projectId: z.string().nullable(),
  /** Where `scope` is `conversation`. */
  conversationId: z.string().nullable(),
  /** Null: about all calls of this tool. */
  pattern: argumentPattern.nullable(),
  decidedAt: z.number(),
  /** The definition of the tool has changed since it was allowed: it asks again. */
  outdated: z.boolean(),
})
export type Decision = z.infer<typeof decision>
