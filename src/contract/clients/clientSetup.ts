/** Setting up other clients so that they reach Switchboard: what would be written to their files, and what was. */
import { z } from 'zod'
import { clientCandidate, clientName } from '#contract/clients/client'
import { clientDoor } from '#contract/clients/clientDoor'
import { givenId } from '#contract/inputBounds'

export const clientWish = z.object({
  client: clientName,
  via: clientDoor.default('stdio'),
  /** It sees this project alone, by id or name; its own servers, if taken over, go there. */
  projectId: givenId.optional(),
  /** Its own servers go to Switchboard and leave its file. */
  takeServers: z.boolean().default(false),
})
export type ClientWish = z.infer<typeof clientWish>

export const fileChange = z.object({
  path: z.string(),
  /** `create`: there is no such file yet. `remove`: it was made for Switchboard and holds nothing else. */
  kind: z.enum(['create', 'change', 'remove']),
  /** Lines that go, `-`, and come, `+`, with those around them. Values of secrets are left out. */
  diff: z.string(),
})
export type FileChange = z.infer<typeof fileChange>

export const setupPlan = z.object({
  /** Empty when everything is as wanted already. */
  changes: z.array(fileChange),
  /** What is taken over. */
  taken: z.array(clientCandidate),
  /** What stays as it is although somebody might expect otherwise. */
  notes: z.array(z.string()),
  /** What the person does next in the client itself. */
  next: z.string(),
  /** Stands for exactly this: who goes on names what they have seen. */
  consent: z.string(),
})
export type SetupPlan = z.infer<typeof setupPlan>

export const setupDone = z.object({
  files: z.array(z.object({ path: z.string(), backup: z.string().nullable() })),
  /** Slugs of the servers that were taken over. */
  taken: z.array(z.string()),
  notes: z.array(z.string()),
  next: z.string(),
})
export type SetupDone = z.infer<typeof setupDone>
