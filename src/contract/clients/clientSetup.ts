/** Connecting other clients to Switchboard: what would be written to their files, and what was. */
import { z } from 'zod'
import { clientCandidate, clientName } from '#contract/clients/client'
import { clientDoor } from '#contract/clients/clientDoor'
import { givenId } from '#contract/inputBounds'

export const clientWish = z.object({
  client: clientName,
  via: clientDoor.default('stdio'),
  /** The only project it sees, by id or name; its own servers, if imported, go there. */
  projectId: givenId.optional(),
  /** Imports its own servers into Switchboard and removes them from its file. */
  takeServers: z.boolean().default(false),
})
export type ClientWish = z.infer<typeof clientWish>

export const fileChange = z.object({
  path: z.string(),
  /** `create`: the file does not exist yet. `remove`: it was created for Switchboard and contains nothing else. */
  kind: z.enum(['create', 'change', 'remove']),
  /** Removed (`-`) and added (`+`) lines with their context, without values of secrets. */
  diff: z.string(),
})
export type FileChange = z.infer<typeof fileChange>

export const setupPlan = z.object({
  /** Empty if everything is already as wanted. */
  changes: z.array(fileChange),
  /** The servers that are imported. */
  taken: z.array(clientCandidate),
  /** What stays unchanged although a person might expect otherwise. */
  notes: z.array(z.string()),
  /** The next step for the person, in the client itself. */
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
