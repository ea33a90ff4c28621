/** What a person can do about a failure, as data: the page shows a button for it, the command a sentence. */
import { z } from 'zod'

export const repair = z.discriminatedUnion('kind', [
  /**
   * Correct the command line, or the address of a remote server. `program`: the full path to begin the command with.
   */
  z.object({ kind: z.literal('editCommand'), program: z.string().optional() }),
  z.object({ kind: z.literal('editFolder') }),
  /** Set this environment variable for the server. */
  z.object({ kind: z.literal('setVariable'), variable: z.string() }),
  /** Store this secret. `projectId`: the project that lacks it; absent: not known. */
  z.object({ kind: z.literal('setSecret'), secret: z.string(), projectId: z.string().optional() }),
  /** Replace a key in the server's variables that is no longer accepted. It is not known which variable has the key. */
  z.object({ kind: z.literal('replaceKey') }),
  /** `scheme`: what the value begins with, such as `Bearer`. */
  z.object({ kind: z.literal('replaceHeader'), header: z.string(), scheme: z.string().optional() }),
  z.object({ kind: z.literal('addHeader'), header: z.string().optional(), scheme: z.string().optional() }),
  z.object({ kind: z.literal('signIn') }),
  /** Install a program on the engine's machine. `command`: installs it; null: `page` says how. */
  z.object({ kind: z.literal('install'), title: z.string(), command: z.string().nullable(), page: z.string() }),
  /** Change the server's container: its image, variables, limits or network. */
  z.object({ kind: z.literal('editHosted') }),
  /** Solve the problem outside Switchboard, then try again. */
  z.object({ kind: z.literal('tryAgain') }),
  z.object({ kind: z.literal('diagnose') }),
])
export type Repair = z.infer<typeof repair>
export type RepairKind = Repair['kind']
/** A repair of one kind. */
export type RepairOf<K extends RepairKind> = Extract<Repair, { readonly kind: K }>
