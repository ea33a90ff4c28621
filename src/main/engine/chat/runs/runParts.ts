/** The parts that runs need, one set for the whole engine. */
import type { ChosenServer } from '#contract/tools/toolChoice'
import type { AttachmentFiles } from '#engine/chat/attachments/attachmentFiles'
import type { ModelSource } from '#engine/chat/models/modelSource'
import type { ToolOfferMaker } from '#engine/chat/tools/toolOffers'
import type { Clock, Log, MakeId, Random } from '#engine/ports'
import type { Questions } from '#engine/questions/questions'
import type { Views } from '#engine/registry/catalog/catalogView'
import type { Router } from '#engine/router/call'

export interface IntroducedServer extends ChosenServer {
  readonly text: string | null
}

export interface RunParts {
  readonly source: ModelSource
  readonly offers: ToolOfferMaker
  readonly attachments: AttachmentFiles
  readonly views: Views
  readonly router: Router
  readonly questions: Pick<Questions, 'ask'>
  /** A project's instructions; empty if it has none or does not exist. */
  readonly projectInstructions: (projectId: string) => string
  /** The instructions of a project's enabled servers; null for a server that is not up. */
  readonly serverInstructions: (projectId: string) => readonly IntroducedServer[]
  /** Resolves when none of the project's servers is starting any more. */
  readonly serversSettled: (projectId: string) => Promise<void>
  readonly redact: (text: string) => string
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly makeId: MakeId
}
