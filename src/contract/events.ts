/** Events from the engine to every page and command that is listening. They report state and never trigger actions. */
import { z } from 'zod'
import { projectSnapshot } from '#contract/project'
import { question } from '#contract/question'
import { serverSnapshot, slug } from '#contract/servers/server'

export const engineEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('server.changed'), server: serverSnapshot }),
  z.object({ type: z.literal('server.removed'), slug }),
  /** This server's sign-in has changed: read it again. */
  z.object({ type: z.literal('signIn.changed'), slug }),
  z.object({ type: z.literal('project.changed'), project: projectSnapshot }),
  /** Further events report what this has changed in the project's servers. */
  z.object({ type: z.literal('project.removed'), id: z.string() }),
  /** This server's tools have changed, or some were switched on or off. */
  z.object({ type: z.literal('tools.changed'), slug }),
  z.object({ type: z.literal('question.asked'), question }),
  /** The question was answered, or its asker stopped waiting. */
  z.object({ type: z.literal('question.settled'), id: z.string() }),
  /** The stored decisions have changed. */
  z.object({ type: z.literal('decisions.changed') }),
  /** An outside client was added, changed or removed, or its tokens were added, used or revoked. */
  z.object({ type: z.literal('client.changed'), id: z.string() }),
  /**
   * The engine's settings have changed: read them again. The next three events say the same about the model source, the
   * installed products, and the secrets with their permissions.
   */
  z.object({ type: z.literal('settings.changed') }),
  z.object({ type: z.literal('models.changed') }),
  z.object({ type: z.literal('products.changed') }),
  z.object({ type: z.literal('secrets.changed') }),
  /** A conversation was added, removed or changed in a way that lists show. */
  z.object({ type: z.literal('conversation.changed'), id: z.string() }),
  /** A hosted server was added, removed or changed: read it again. Its usage has no events, so poll it. */
  z.object({ type: z.literal('hosting.changed'), id: z.string() }),
  /** An image is being pulled, for a hosted server that is registered or started. */
  z.object({
    type: z.literal('hosting.pulling'),
    slug,
    image: z.string(),
    doneBytes: z.number(),
    /** Null until the registry reports the size. */
    totalBytes: z.number().nullable(),
  }),
  /** A package is being installed for a hosted server. The line is the installer's latest output. */
  z.object({ type: z.literal('hosting.installing'), slug, package: z.string(), line: z.string() }),
])
export type EngineEvent = z.infer<typeof engineEvent>
