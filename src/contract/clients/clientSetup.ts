/** Connecting other clients to Switchboard: the changes to their files, before and after they are made. */
import { z } from 'zod'
import { clientCandidate, clientName } from '#contract/clients/client'
import { clientDoor } from '#contract/clients/clientDoor'
import { givenId } from '#contract/inputBounds'

export const clientWish = z.object({
  client: clientName,
  via: clientDoor.default('stdio'),
  /** The only project that the client sees, by id or name. The client's own servers, if imported, go there. */
  projectId: givenId.optional(),
  /** Imports the client's own servers into Switchboard and removes them from its file. */
  takeServers: z.boolean().default(false),
})
export type ClientWish = z.infer<typeof clientWish>

export const fileChange = z.object({
  path: z.string(),
  /** `create`: the file does not exist yet. `remove`: Switchboard created the file, and it contains nothing else. */
  kind: z.enum(['create', 'change', 'remove']),
  /** Removed (`-`) and added (`+`) lines with their context. Secrets are not shown. */
  diff: z.string(),
})
export type FileChange = z.infer<typeof fileChange>

export const setupPlan = z.object({
  /** Empty if nothing needs to change. */
  changes: z.array(fileChange),
  /** The servers that are imported. */
  taken: z.array(clientCandidate),
  /** What stays unchanged although a person might expect a change. */
  notes: z.array(z.string()),
  /** What the person does next, in the client itself. */
  next: z.string(),
  /** Identifies this plan: `connect` must name the plan that was seen. */
  consent: z.string(),
})
export type SetupPlan = z.infer<typeof setupPlan>

export const setupDone = z.object({
  files: z.array(z.object({ path: z.string(), backup: z.string().nullable() })),
  /** Slugs of the imported servers. */
  taken: z.array(z.string()),
  notes: z.array(z.string()),
  next: z.string(),
})
export type SetupDone = z.infer<typeof setupDone>
