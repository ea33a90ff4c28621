/** Builds the engine's chat from its parts. */
import { AttachmentFiles } from '#engine/chat/attachments/attachmentFiles'
import { Chat } from '#engine/chat/chat'
import { callerKeyOf } from '#engine/chat/runs/calls/callers'
import { ModelSource } from '#engine/chat/models/modelSource'
import { modelEndpoints } from '#engine/chat/models/openModelClient'
import { ToolOfferMaker } from '#engine/chat/tools/toolOffers'
import type { EngineEvent } from '#contract/events'
import type { Ports, Vault } from '#engine/ports'
import type { Decisions } from '#engine/questions/decisions'
import type { Questions } from '#engine/questions/questions'
import { projectInUse } from '#engine/registry/projects/namedProject'
import type { ServerRegistry } from '#engine/registry/serverRegistry'
import type { Router } from '#engine/router/call'
import type { SetAside } from '#engine/store/setAside'
import type { Store } from '#engine/store/openStore'

export interface ChatParts {
  readonly chat: Chat
  readonly modelSource: ModelSource
}

export interface ChatNeighbours {
  readonly store: Store
  /** The vault that the store refers to. */
  readonly vault: Vault
  readonly registry: ServerRegistry
  readonly router: Router
  readonly questions: Questions
  readonly events: { publish(event: EngineEvent): void }
  readonly background: { run(what: string, work: () => Promise<unknown>): void }
  readonly decisions: Pick<Decisions, 'forgetConversation'>
  /** This engine's key. */
  readonly engine: string
  readonly setAside: SetAside
}

export function createChat(ports: Ports, neighbours: ChatNeighbours): ChatParts {
  const { store, vault, registry, router, questions, events, background, decisions, engine, setAside } = neighbours
  const { clock, log, random, makeId, redactor, environment, paths } = ports
  const modelSource = new ModelSource({
    settings: store.settings,
    vault,
    redactor,
    environment,
    ...modelEndpoints(ports),
    clock,
    log,
  })
  const attachments = new AttachmentFiles({ dataFolder: paths.dataFolder, store: store.chat, clock, makeId, setAside })
  const connectionsOf = (projectId: string) =>
    registry
      .ofProject(projectId)
      .flatMap(({ row: { slug, formerSlugs, enabled } }) =>
        enabled ? { slug, formerSlugs, connection: registry.connection(slug, projectId) } : [],
      )
  const chat = new Chat({
    store: store.chat,
    parts: {
      source: modelSource,
      offers: new ToolOfferMaker(),
      attachments,
      views: registry,
      router,
      questions,
      projectInstructions: (id) => registry.projects().find((project) => project.id === id)?.instructions ?? '',
      serverInstructions: (projectId) =>
        connectionsOf(projectId).map(({ slug, formerSlugs, connection }) => ({
          slug,
          formerSlugs,
          text: connection.session?.instructions ?? null,
        })),
      serversSettled: async (projectId) => {
        await Promise.all(connectionsOf(projectId).map(({ connection }) => connection.settled()))
      },
      redact: (text) => redactor.redact(text),
      clock,
      random,
      log,
      makeId,
    },
    publish: (event) => events.publish(event),
    background,
    engine,
    isShared: ports.databaseUrl !== null,
    onRemoved: (id) => {
      registry.callerGone(callerKeyOf(id))
      decisions.forgetConversation(id)
    },
    projectId: (idOrName) => projectInUse(registry, idOrName),
  })
  chat.open()
  return { chat, modelSource }
}
