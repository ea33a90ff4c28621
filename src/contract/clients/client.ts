/** MCP clients on this machine: which of their files were found, and what can be imported from them. */
import { z } from 'zod'
import { clientDoor } from '#contract/clients/clientDoor'
import { clientNames, exportFormats } from '#contract/clients/clientNames'
import { importChecks, importChoice } from '#contract/servers/import'
import { givenConsent, givenId, givenPath } from '#contract/inputBounds'
import { importCandidate } from '#contract/servers/server'

export const clientName = z.enum(clientNames)
export const exportFormat = z.enum(exportFormats)
/** One client, or all of them together. */
export const clientSource = z.enum([...clientNames, 'all'])
export type ClientSource = z.infer<typeof clientSource>

/** A client's file that was found on this machine. */
export const clientFile = z.object({
  path: z.string(),
  /** `user`: applies everywhere. `project`: applies in one folder. */
  scope: z.enum(['user', 'project']),
  servers: z.number(),
  /** Why the file cannot be read; null if it can. */
  problem: z.string().nullable(),
})
export type ClientFile = z.infer<typeof clientFile>

/** An entry that leads to Switchboard. */
export const ownEntry = z.object({
  file: z.string(),
  name: z.string(),
  via: clientDoor,
  /** Whether the entry leads to this installation and this data folder, exactly as Switchboard would write it now. */
  here: z.boolean(),
})
export type OwnEntry = z.infer<typeof ownEntry>

export const clientSnapshot = z.object({
  client: clientName,
  title: z.string(),
  /** The existing files; empty if the client is not installed. */
  files: z.array(clientFile),
  /** Entries in all files, not counting Switchboard's own. */
  servers: z.number(),
  /** The entries that connect the client; empty if it is not connected. */
  own: z.array(ownEntry),
  /** The ways in which the client can connect. */
  doors: z.array(clientDoor),
})
export type ClientSnapshot = z.infer<typeof clientSnapshot>

/** With `folder`: also looks for client files in this folder. */
export const clientQuery = z.object({ folder: givenPath.optional() })

/** Which client to preview, and the target project, in which names may already be taken. */
export const clientPreviewQuery = clientQuery.extend({ client: clientSource, projectId: givenId.optional() })

export const clientCandidate = importCandidate.extend({
  ...importChecks.shape,
  /** The file that contains the entry. */
  file: z.string(),
  /**
   * `here`: a server with the same launch already exists. `own`: the entry leads to Switchboard itself, and `problem`
   * says so.
   */
  standing: z.enum(['new', 'here', 'own']),
  /** The names of the `${NAME}` that need a value before the server can start. */
  needs: z.array(z.string()),
  /** Where Switchboard's reading of the entry differs from what the file says. */
  notes: z.array(z.string()),
})
export type ClientCandidate = z.infer<typeof clientCandidate>

/** A configuration file that a person named, and what was read from it. */
export const filePreview = z.object({
  candidates: z.array(clientCandidate),
  /** Parts of the file that were not understood or are not imported, with paths inside the file. */
  problems: z.array(z.string()),
})

/** An entry in a client's file. */
export const clientPlace = z.object({ client: clientName, file: z.string(), name: z.string() })
export type ClientPlace = z.infer<typeof clientPlace>

export const foundCandidate = clientCandidate.extend({
  /** Every entry with this launch; the first is the one that is imported. */
  places: z.array(clientPlace),
})
export type FoundCandidate = z.infer<typeof foundCandidate>

export const clientPreview = z.object({
  files: z.array(clientFile.extend({ client: clientName })),
  /** The files that were looked for and that apply everywhere, whether they exist or not. */
  looked: z.array(z.object({ client: clientName, path: z.string() })),
  candidates: z.array(foundCandidate),
  /** Identifies this preview: an import must name the preview that was seen. */
  consent: z.string(),
})

/** Candidates from a preview, by name. Refused with CONFLICT if the files have changed since the preview. */
export const clientImport = clientQuery.extend({
  ...importChoice.shape,
  client: clientSource,
  consent: givenConsent,
})
export type ClientImport = z.infer<typeof clientImport>

export const exportedConfig = z.object({
  text: z.string(),
  /** The `${NAME}` that replace secrets in the text. */
  placeholders: z.array(z.string()),
  /** What this client's format cannot express. */
  notes: z.array(z.string()),
})
export type ExportedConfig = z.infer<typeof exportedConfig>
