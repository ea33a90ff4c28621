/** A person's stored decision about calls to a tool. */
import { z } from 'zod'
import { slug } from '#contract/servers/server'

/**
 * Which of a caller's tool calls wait until a person allows them. `notReadOnly`: all calls except those known to change
 * nothing.
 */
export const approval = z.enum(['none', 'notReadOnly', 'all'])
export type Approval = z.infer<typeof approval>

/** Where a decision applies: in one conversation, for the callers of one project, or everywhere. */
export const decisionScope = z.enum(['conversation', 'project', 'always'])
export type DecisionScope = z.infer<typeof decisionScope>

const path = z.array(z.string().max(256)).min(1).max(8)
const maxTextLength = 4096

/**
 * One rule about a call's arguments: the value at `path` equals `value`, or is a string that begins with it. An allowed
 * beginning must end where a word ends, and the rest of the string must not lead out of it again (`..`, a second
 * command). A denied beginning is a place: everything that leads there is denied, however it is written.
 */
export const argumentRule = z.discriminatedUnion('is', [
  z.object({
    is: z.literal('equal'),
    path,
    value: z.union([z.string().max(maxTextLength), z.number(), z.boolean(), z.null()]),
  }),
  z.object({ is: z.literal('startsWith'), path, value: z.string().min(1).max(maxTextLength) }),
])
export type ArgumentRule = z.infer<typeof argumentRule>

/** Rules that must all match. */
export const argumentPattern = z.array(argumentRule).min(1).max(16)
export type ArgumentPattern = z.infer<typeof argumentPattern>

export const decisionEffect = z.enum(['allow', 'deny'])
export type DecisionEffect = z.infer<typeof decisionEffect>

export const decision = z.object({
  id: z.string(),
  effect: decisionEffect,
  server: slug,
  /** The server's own name for the tool. */
  tool: z.string(),
  scope: decisionScope,
  /** Set if `scope` is `project`. */
  projectId: z.string().nullable(),
  /** Set if `scope` is `conversation`. */
  conversationId: z.string().nullable(),
  /** Null: the decision covers all calls to this tool. */
  pattern: argumentPattern.nullable(),
  decidedAt: z.number(),
  /** The tool's definition has changed since the decision, so its calls ask again. */
  outdated: z.boolean(),
})
export type Decision = z.infer<typeof decision>
