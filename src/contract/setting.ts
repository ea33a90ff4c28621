/** Settings of the engine as a whole, beside those of projects and servers. */
import { z } from 'zod'

export const engineSettings = z.object({
  /** Whether tool calls are recorded. */
  recording: z.enum(['on', 'off']),
  /** Records are kept for so many days, and never more than so many calls. */
  keepCallsDays: z.number().int().min(1).max(3650),
  keepCallsCount: z.number().int().min(100).max(10_000_000),
  /** Large arguments and results are kept whole in files: so many MB of them together, the newest. */
  keepLargeMb: z.number().int().min(0).max(1_000_000),
  /** Who is offered the tools of Switchboard itself: nobody, the built-in chat, or outside clients as well. */
  nativeTools: z.enum(['off', 'chat', 'everyone']),
  /**
   * `ask`: a tool that is not what it was at its first use waits for a person, whoever calls it. `allow`: only for those
   * callers whose calls wait for a person anyway.
   */
  changedTools: z.enum(['ask', 'allow']),
})
export type EngineSettings = z.infer<typeof engineSettings>

export const defaultEngineSettings: EngineSettings = {
  recording: 'on',
  keepCallsDays: 30,
  keepCallsCount: 200_000,
  keepLargeMb: 1024,
  nativeTools: 'chat',
  changedTools: 'allow',
}
