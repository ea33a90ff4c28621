/** What the engine tells every page and command that listens. Events broadcast state; they never steer anything. */
import { z } from 'zod'
import { projectSnapshot } from '#contract/project'
import { question } from '#contract/question'
import { serverSnapshot, slug } from '#contract/servers/server'

export const engineEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('server.changed'), server: serverSnapshot }),
  z.object({ type: z.literal('server.removed'), slug }),
  z.object({ type: z.literal('project.changed'), project: projectSnapshot }),
  /** Its servers are told on their own. */
  z.object({ type: z.literal('project.removed'), id: z.string() }),
  /** The tools of this server, or which of them are on, are not what they were. */
  z.object({ type: z.literal('tools.changed'), slug }),
  z.object({ type: z.literal('question.asked'), question }),
  /** Answered, or moot. */
  z.object({ type: z.literal('question.settled'), id: z.string() }),
  /** The decisions that are remembered are not what they were. */
  z.object({ type: z.literal('decisions.changed') }),
  /** An outside client or its tokens are not what they were, or it is gone: read anew. */
  z.object({ type: z.literal('client.changed'), id: z.string() }),
  /** The settings of the engine are not what they were: read anew. So with the three below. */
  z.object({ type: z.literal('settings.changed') }),
  z.object({ type: z.literal('models.changed') }),
  z.object({ type: z.literal('products.changed') }),
  z.object({ type: z.literal('secrets.changed') }),
  /** A conversation came, went, or is not what a list shows of it. */
  z.object({ type: z.literal('conversation.changed'), id: z.string() }),
  /** A hosted server came, went, or is not what it was: read anew. What it uses is not told, but looked at. */
  z.object({ type: z.literal('hosting.changed'), id: z.string() }),
  /** An image is on its way to this machine, for a hosted server that is registered or started. */
  z.object({
    type: z.literal('hosting.pulling'),
    slug,
    image: z.string(),
    doneBytes: z.number(),
    /** Null while the registry has not said it. */
    totalBytes: z.number().nullable(),
  }),
])
export type EngineEvent = z.infer<typeof engineEvent>
