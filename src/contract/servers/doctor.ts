/** What the doctor finds when it starts a server step by step, and its advice. */
import { z } from 'zod'
import { cause } from '#contract/servers/cause'
import { repair } from '#contract/servers/repair'
import { protocolEra, slug } from '#contract/servers/server'
import { stateError } from '#contract/servers/stateError'

/**
 * `values`: resolves references. `command`: looks for the command's file. `program`: asks the interpreter for its
 * version. `runtime`: looks for a container runtime. `image`: looks for the image, or pulls it. `container`: reads the
 * container's state. `spawn`: starts a process, or contacts a remote server. `fetch`: waits while a command such as
 * `npx` downloads the server first. `signIn`: reports the last sign-in or refresh, once a remote server was contacted.
 */
export const examinationPhase = z.enum([
  'values',
  'command',
  'program',
  'runtime',
  'image',
  'container',
  'spawn',
  'fetch',
  'handshake',
  'listing',
  'signIn',
  'end',
])
export type ExaminationPhase = z.infer<typeof examinationPhase>

/** A named fact in words: what was found, and where. */
export const finding = z.object({ name: z.string(), text: z.string() })
export type Finding = z.infer<typeof finding>

export const examinationStep = z.object({
  type: z.literal('step'),
  phase: examinationPhase,
  /** `warning`: the step works, but has a problem worth knowing. */
  outcome: z.enum(['ok', 'warning', 'failed']),
  durationMs: z.number(),
  findings: z.array(finding),
  error: stateError.nullable(),
})
export type ExaminationStep = z.infer<typeof examinationStep>

export const quarantinedTool = z.object({ name: z.string(), reason: z.string() })

export const examinationVerdict = z.object({
  type: z.literal('verdict'),
  slug,
  healthy: z.boolean(),
  /** One sentence. */
  summary: z.string(),
  era: protocolEra.nullable(),
  protocolVersion: z.string().nullable(),
  implementation: z.object({ name: z.string(), version: z.string() }).nullable(),
  tools: z.number().nullable(),
  quarantined: z.array(quarantinedTool),
  exit: z.object({ code: z.number().nullable(), signal: z.string().nullable() }).nullable(),
  /** The beginning and end of the server's output, without secrets. */
  printed: z.array(z.object({ source: z.enum(['stderr', 'stdout']), text: z.string() })),
  /** Advice, most likely first. */
  advice: z.array(cause.extend({ text: z.string(), repairs: z.array(repair) })),
})
export type ExaminationVerdict = z.infer<typeof examinationVerdict>

/** An examination's events: the start of each phase, each finished step, and at the end the verdict. */
export const examinationEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('phase'), phase: examinationPhase }),
  examinationStep,
  examinationVerdict,
])
export type ExaminationEvent = z.infer<typeof examinationEvent>
