/** What a person can do about a failure, as data: the page makes a button of it, the command a sentence. */
import { z } from 'zod'

export const repair = z.discriminatedUnion('kind', [
  /** Correct the command line, or the address of a remote server. `program`: the full path to use as its program. */
  z.object({ kind: z.literal('editCommand'), program: z.string().optional() }),
  z.object({ kind: z.literal('editFolder') }),
  /** Give the server's environment this variable. */
  z.object({ kind: z.literal('setVariable'), variable: z.string() }),
  /** Store this secret. `projectId`: the project that lacks it; absent: not known. */
  z.object({ kind: z.literal('setSecret'), secret: z.string(), projectId: z.string().optional() }),
  /** A key among its variables is not accepted any more; which one is not known. */
  z.object({ kind: z.literal('replaceKey') }),
  /** `scheme`: what the value begins with, such as `Bearer`. */
  z.object({ kind: z.literal('replaceHeader'), header: z.string(), scheme: z.string().optional() }),
  z.object({ kind: z.literal('addHeader'), header: z.string().optional(), scheme: z.string().optional() }),
  z.object({ kind: z.literal('signIn') }),
  /** `command`: installs it on the engine's machine; null: its page says how. */
  z.object({ kind: z.literal('install'), title: z.string(), command: z.string().nullable(), page: z.string() }),
  /** Change the container that it runs in: its image, variables, limits or network. */
  z.object({ kind: z.literal('editHosted') }),
  /** What is wrong is put right outside of Switchboard. */
  z.object({ kind: z.literal('tryAgain') }),
  z.object({ kind: z.literal('diagnose') }),
])
export type Repair = z.infer<typeof repair>
export type RepairKind = Repair['kind']
/** The repair of one kind. */
export type RepairOf<K extends RepairKind> = Extract<Repair, { readonly kind: K }>
