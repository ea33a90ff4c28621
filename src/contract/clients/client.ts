/** The clients that people have already: which of their files were found, and what can be taken over from them. */
import { z } from 'zod'
import { clientDoor } from '#contract/clients/clientDoor'
import { clientNames, exportFormats } from '#contract/clients/clientNames'
import { importChecks, importChoice } from '#contract/servers/import'
import { givenConsent, givenId, givenPath } from '#contract/inputBounds'
import { importCandidate } from '#contract/servers/server'

export const clientName = z.enum(clientNames)
export const exportFormat = z.enum(exportFormats)

/** A file of a client that was found on this machine. */
export const clientFile = z.object({
  path: z.string(),
  /** `user`: it holds everywhere. `project`: it holds in one folder. */
  scope: z.enum(['user', 'project']),
  servers: z.number(),
  /** Why it cannot be read; null when it can. */
  problem: z.string().nullable(),
})
export type ClientFile = z.infer<typeof clientFile>

/** An entry that leads to Switchboard. */
export const ownEntry = z.object({
  file: z.string(),
  name: z.string(),
  via: clientDoor,
  /** Whether it leads to this installation and its data folder, as it would be written now. */
  here: z.boolean(),
})
export type OwnEntry = z.infer<typeof ownEntry>

export const clientSnapshot = z.object({
  client: clientName,
  title: z.string(),
  /** Those that are there; empty when the client is not. */
  files: z.array(clientFile),
  /** Of all files, Switchboard's own entry left out. */
  servers: z.number(),
  /** By which it is connected; empty when it is not. */
  own: z.array(ownEntry),
  /** How it can be connected. */
  doors: z.array(clientDoor),
})
export type ClientSnapshot = z.infer<typeof clientSnapshot>

/** A folder whose own files are looked for as well. */
export const clientQuery = z.object({ folder: givenPath.optional() })

/** What of a client is to be seen; with the project that it would go to, for names that are taken there. */
export const clientPreviewQuery = clientQuery.extend({ client: clientName, projectId: givenId.optional() })

export const clientCandidate = importCandidate.extend({
  ...importChecks.shape,
  /** The file that has it. */
  file: z.string(),
  /** `here`: a server with the same launch exists already. `own`: it leads to Switchboard itself, which is its problem. */
  standing: z.enum(['new', 'here', 'own']),
  /** The names of the `${NAME}` that need a value before it can start. */
  needs: z.array(z.string()),
  /** What was understood differently from how it is written. */
  notes: z.array(z.string()),
})
export type ClientCandidate = z.infer<typeof clientCandidate>

/** A configuration file that a person named, as it was understood. */
export const filePreview = z.object({
  candidates: z.array(clientCandidate),
  /** What the file says as a whole that was not understood, or is not taken over, with the path inside it. */
  problems: z.array(z.string()),
})

export const clientPreview = z.object({
  files: z.array(clientFile),
  candidates: z.array(clientCandidate),
  /** Stands for exactly this: who takes over names what they have seen. */
  consent: z.string(),
})

/** Names of candidates as a preview gave them. Refused with CONFLICT when the files are not what was previewed. */
export const clientImport = clientQuery.extend({
  ...importChoice.shape,
  client: clientName,
  consent: givenConsent,
})
export type ClientImport = z.infer<typeof clientImport>

export const exportedConfig = z.object({
  text: z.string(),
  /** The `${NAME}` that stand in it for secrets. */
  placeholders: z.array(z.string()),
  /** What this client's form has no place for. */
  notes: z.array(z.string()),
})
export type ExportedConfig = z.infer<typeof exportedConfig>
