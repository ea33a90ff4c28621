/** Makes a conversation's next request: its tools, its instructions, its branch. */
import type { ModelSnapshot } from '#contract/chat/model'
import { choiceWithout, leftOf } from '#contract/tools/toolChoice'
import type { LiveConversation } from '#engine/chat/live/liveConversation'
import type { ModelClient, ModelRequest } from '#engine/chat/models/modelClient'
import { withCacheMarks } from '#engine/chat/requests/cacheMarks'
import { withoutGoneTools } from '#engine/chat/requests/foundTools'
import { systemPrompt } from '#engine/chat/requests/systemPrompt'
import { attachmentIdsIn, wireMessages } from '#engine/chat/requests/wireMessages'
import type { StoredMessage } from '#engine/chat/runs/nextStep'
import type { RunParts } from '#engine/chat/runs/runParts'
import { scopeOf } from '#engine/chat/runs/calls/scopeOf'
import { noOffers } from '#engine/chat/tools/toolOffers'
import { deferralFor, type Toolset, toolsetOf } from '#engine/chat/tools/toolset'
import { settledWithin } from '#engine/structures/waits'
import type { Scope } from '#engine/registry/catalog/scope'

export interface Setting {
  readonly client: ModelClient
  readonly model: ModelSnapshot
  readonly scope: Scope
}

/** The maximum number of output tokens if the endpoint gives no limit. */
const usualMaxTokens = 16_000
const maxTokensCeiling = 64_000
/** The longest wait for servers that have never run. */
const startingMs = 10_000
/** The longest wait for servers' instructions. */
const introductionMs = 1_500

export class RequestMaker {
  readonly #parts: RunParts
  readonly #live: LiveConversation
  /** Each server's instructions, kept so that a server that is briefly down does not change the system prompt. */
  readonly #serverTexts = new Map<string, string>()

  constructor(parts: RunParts, live: LiveConversation) {
    this.#parts = parts
    this.#live = live
  }

  async setting(signal: AbortSignal): Promise<Setting> {
    const { source } = this.#parts
    const { model, projectId, choice } = this.#live.row
    const client = await source.client()
    return { client, model: await source.model(model, signal), scope: scopeOf(projectId, choice) }
  }

  /** Starts the servers of the scope. Waits only briefly for servers whose tools are known. */
  async startServers(scope: Scope, signal: AbortSignal): Promise<void> {
    const { views, serversSettled, clock } = this.#parts
    await settledWithin(clock, startingMs, views.use(scope), signal)
    // A server's instructions are at the start of the prompt. Adding them later would invalidate the whole cache.
    await settledWithin(clock, introductionMs, serversSettled(this.#live.row.projectId), signal)
  }

  toolset({ client, scope }: Pick<Setting, 'client' | 'scope'>): Toolset {
    const { views, offers } = this.#parts
    const view = views.view(scope)
    const made = view === null ? noOffers : offers.of(view)
    return toolsetOf(made, deferralFor(made, client.kind))
  }

  async request(setting: Setting, toolset: Toolset, branch: readonly StoredMessage[]): Promise<ModelRequest> {
    const { model } = setting
    const loaded = await this.#parts.attachments.load(attachmentIdsIn(branch))
    return withCacheMarks({
      model: model.id,
      maxTokens: Math.min(model.maxOutput ?? usualMaxTokens, maxTokensCeiling),
      system: [{ type: 'text', text: this.#system() }],
      messages: withoutGoneTools(wireMessages(branch, model.id, loaded), toolset.wire),
      tools: toolset.wire,
    })
  }

  #system(): string {
    const { projectInstructions, serverInstructions } = this.#parts
    const { projectId, instructions, choice } = this.#live.row
    const now = serverInstructions(projectId)
    for (const { slug, text } of now) if (text !== null) this.#serverTexts.set(slug, text)
    const chosen = choiceWithout(choice)
    const left = new Set(now.flatMap((server) => (leftOf(chosen, server) === 'none' ? [] : server.slug)))
    return systemPrompt({
      project: projectInstructions(projectId),
      conversation: instructions,
      servers: [...this.#serverTexts]
        .filter(([slug]) => left.has(slug))
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([slug, text]) => ({ slug, text })),
    })
  }
}
