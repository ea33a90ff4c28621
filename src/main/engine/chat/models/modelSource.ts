/**
 * The model source: the owner's choice, otherwise what the environment offers, otherwise the practice model. Keys and
 * headers are in the vault. The store has only their names.
 */
import { z } from 'zod'
import { AppError, messageOf } from '#contract/errors'
import {
  type ModelList,
  type ModelSnapshot,
  type ModelSourceInput,
  type ModelSourceSnapshot,
} from '#contract/chat/model'
import { modelSourceKinds } from '#contract/chat/modelSources'
import { type KeptKey, keptKeyItem, readKeptKey } from '#engine/chat/models/keptKey'
import { readModelAddress } from '#engine/chat/models/modelAddress'
import type { Endpoint } from '#engine/chat/models/messagesClient'
import type { ModelClient } from '#engine/chat/models/modelClient'
import type { OpenModelClient } from '#engine/chat/models/openModelClient'
import { anthropicUrl, defaultOf, sourceFacts } from '#engine/chat/models/sourceFacts'
import { PracticeClient } from '#engine/chat/practice/practiceClient'
import type { Clock, Log, Redactor, Vault } from '#engine/ports'
import type { SettingStore } from '#engine/store/settingStore'
import { once } from '#engine/structures/once'

export interface ModelSourceOptions {
  readonly settings: SettingStore
  readonly vault: Vault
  readonly redactor: Redactor
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly openClient: OpenModelClient
  readonly clock: Clock
  readonly log: Log
}

const settingKey = 'modelSource'
/** How long a list of models is kept. It rarely changes sooner. */
const listKeptMs = 300_000

const choice = once(() =>
  z.object({
    kind: z.enum(modelSourceKinds),
    baseUrl: z.string().nullable(),
    headerNames: z.array(z.string()),
    hasKey: z.boolean(),
    allowPlain: z.boolean(),
  }),
)
type Choice = z.infer<ReturnType<typeof choice>>

function noModelWords(problem: string | null): string {
  if (problem === null) return 'The endpoint does not list its models. Enter a model name for this conversation.'
  return `The endpoint could not list its models, and this conversation names none. The endpoint said: ${problem}`
}

/** Undefined: unchanged, if the address is the same. Null: none. */
interface GivenSecrets {
  readonly key?: string | null | undefined
  readonly headers?: Readonly<Record<string, string>> | null | undefined
}

interface Listed {
  readonly at: number
  readonly models: readonly ModelSnapshot[]
  /** Why the last read failed; null if it succeeded. */
  readonly problem: string | null
}

interface Resolved {
  readonly snapshot: ModelSourceSnapshot
  readonly client: ModelClient | null
}

export class ModelSource {
  readonly #options: ModelSourceOptions
  #choice: Choice | null = null
  #resolved: Promise<Resolved> | null = null
  #listed: Listed | null = null
  #change: Promise<unknown> = Promise.resolve()

  constructor(options: ModelSourceOptions) {
    this.#options = options
  }

  async open(): Promise<void> {
    const { settings, log, environment, redactor } = this.#options
    const key = environment['ANTHROPIC_API_KEY'] ?? ''
    if (key !== '') redactor.add(key)
    const stored = await settings.get(settingKey)
    if (stored === undefined) return
    const parsed = choice().safeParse(stored)
    if (parsed.success) this.#choice = parsed.data
    else log.warn({ reason: parsed.error.message }, 'the stored model source cannot be read: choose it again')
  }

  /** Reads the source again, because another engine may have chosen another one, or changed its key. */
  reload(): Promise<void> {
    const next = this.#change.then(async () => {
      await this.open()
      this.#resolved = null
      this.#listed = null
    })
    this.#change = next.catch(() => undefined)
    return next
  }

  /** Whether a vault item is the chosen source's key. */
  hasChosen(kept: string): boolean {
    if (!this.#hasSecrets) return false
    return readKeptKey(kept, new URL(this.#choice?.baseUrl ?? anthropicUrl).origin) !== null
  }

  async snapshot(): Promise<ModelSourceSnapshot> {
    return (await this.#current()).snapshot
  }

  /** Rejects with `SIGN_IN_REQUIRED` if the source cannot be used. The message says what to do. */
  async client(): Promise<ModelClient> {
    const { client, snapshot } = await this.#current()
    if (client === null) throw new AppError('SIGN_IN_REQUIRED', snapshot.problem ?? 'No model is available.')
    return client
  }

  async list(signal: AbortSignal | undefined): Promise<ModelList> {
    const { snapshot, client } = await this.#current()
    if (client === null) return { source: snapshot, models: [], defaultModel: null, problem: snapshot.problem }
    try {
      const models = await client.list(signal ?? new AbortController().signal)
      this.#listed = { at: this.#options.clock.elapsed(), models, problem: null }
      return { source: snapshot, models, defaultModel: defaultOf(snapshot.kind, models), problem: null }
    } catch (thrown) {
      // An endpoint that could not be reached is not asked again for each message.
      const problem = messageOf(thrown)
      this.#listed = { at: this.#options.clock.elapsed(), models: this.#listed?.models ?? [], problem }
      return { source: snapshot, models: [], defaultModel: sourceFacts[snapshot.kind].preferredModel, problem }
    }
  }

  /** What is known of a model. Null: the default model. */
  async model(id: string | null, signal: AbortSignal): Promise<ModelSnapshot> {
    if (this.#listed === null || this.#options.clock.elapsed() - this.#listed.at > listKeptMs) await this.list(signal)
    const { kind } = await this.snapshot()
    const models = this.#listed?.models ?? []
    const { preferredModel, onlyModel } = sourceFacts[kind]
    const wanted = id ?? defaultOf(kind, models) ?? preferredModel
    if (wanted === null) throw new AppError('INVALID_INPUT', noModelWords(this.#listed?.problem ?? null))
    // A model of another source is unknown here, and its name means nothing to this source.
    const found = models.find((model) => model.id === wanted)
    if (found !== undefined) return found
    return onlyModel ?? { id: wanted, name: wanted, window: null, maxOutput: null, lifecycle: null, price: null }
  }

  set(input: ModelSourceInput): Promise<ModelSourceSnapshot> {
    const next = this.#change.then(() => this.#set(input))
    this.#change = next.catch(() => undefined)
    return next
  }

  async #set(input: ModelSourceInput): Promise<ModelSourceSnapshot> {
    const { settings } = this.#options
    const next = await this.#chosen(input)
    await settings.set(settingKey, next)
    this.#choice = next
    this.#resolved = null
    this.#listed = null
    return this.snapshot()
  }

  async #chosen(input: ModelSourceInput): Promise<Choice> {
    switch (input.kind) {
      case 'practice':
        return { kind: input.kind, baseUrl: null, headerNames: [], hasKey: false, allowPlain: false }
      case 'anthropic':
        return { kind: input.kind, baseUrl: null, allowPlain: false, ...(await this.#keepSecrets(anthropicUrl, input)) }
      case 'custom': {
        const { baseUrl, allowPlain } = input
        const verdict = readModelAddress(baseUrl, allowPlain)
        if ('problem' in verdict) throw new AppError('INVALID_INPUT', verdict.problem)
        return { kind: input.kind, baseUrl, allowPlain, ...(await this.#keepSecrets(baseUrl, input)) }
      }
    }
  }

  async #keepSecrets(address: string, { key, headers }: GivenSecrets): Promise<Pick<Choice, 'headerNames' | 'hasKey'>> {
    const origin = new URL(address).origin
    // Without stored secrets, no vault is needed.
    const before = this.#hasSecrets ? await this.#kept(origin) : null
    const wanted: KeptKey = {
      address: origin,
      key: key === undefined ? (before?.key ?? null) : key,
      headers: headers === undefined ? (before?.headers ?? {}) : (headers ?? {}),
    }
    await this.#keep(wanted)
    return { headerNames: Object.keys(wanted.headers), hasKey: wanted.key !== null }
  }

  #current(): Promise<Resolved> {
    // The next call tries again, because the vault may be readable then.
    this.#resolved ??= this.#resolve().catch((thrown: unknown) => {
      this.#resolved = null
      throw thrown
    })
    return this.#resolved
  }

  async #resolve(): Promise<Resolved> {
    const { environment, clock } = this.#options
    const environmentKey = environment['ANTHROPIC_API_KEY'] || null
    const environmentUrl = environment['ANTHROPIC_BASE_URL'] || null
    const chosen = this.#choice ?? automatic(environmentKey, environmentUrl)
    const { kind } = chosen
    switch (kind) {
      case 'practice': {
        const about = { kind, automatic: this.#choice === null, headerNames: chosen.headerNames }
        const snapshot = { ...about, baseUrl: null, keyFrom: null, problem: null }
        return { snapshot, client: new PracticeClient(clock) }
      }
      case 'anthropic':
      case 'custom':
        return this.#resolveEndpoint({ ...chosen, kind }, environmentKey, environmentUrl)
    }
  }

  async #resolveEndpoint(
    { kind, baseUrl, hasKey, headerNames, allowPlain }: Choice & Pick<Endpoint, 'kind'>,
    environmentKey: string | null,
    environmentUrl: string | null,
  ): Promise<Resolved> {
    const { url: ownUrl, takesEnvironmentKey, withoutKey } = sourceFacts[kind]
    const common = { kind, automatic: this.#choice === null, headerNames }
    const address = baseUrl ?? environmentUrl ?? anthropicUrl
    const verdict = readModelAddress(address, allowPlain)
    const fail = (problem: string, keyFrom: ModelSourceSnapshot['keyFrom']): Resolved => ({
      snapshot: { ...common, baseUrl: address, keyFrom, problem },
      client: null,
    })
    if ('problem' in verdict) return fail(verdict.problem, null)
    let held: KeptKey | null = null
    if (hasKey || headerNames.length > 0)
      try {
        held = await this.#kept(ownUrl ?? verdict.url.origin)
      } catch (thrown) {
        this.#resolved = null
        return fail(`Could not read the key: ${messageOf(thrown)}`, 'vault')
      }
    const key = held?.key ?? (takesEnvironmentKey ? environmentKey : null)
    const keyFrom = held?.key === undefined || held.key === null ? (key === null ? null : 'environment') : 'vault'
    if (withoutKey !== null && key === null) return fail(withoutKey, null)
    const endpoint = { kind, baseUrl: verdict.url, key, headers: held?.headers ?? {} }
    return {
      snapshot: { ...common, baseUrl: address, keyFrom, problem: null },
      client: await this.#options.openClient(endpoint),
    }
  }

  /** Returns only what is stored for this address. */
  async #kept(address: string): Promise<KeptKey | null> {
    const text = await this.#options.vault.get(keptKeyItem)
    const kept = text === null ? null : readKeptKey(text, address)
    if (kept !== null) this.#hide(kept)
    return kept
  }

  async #keep(wanted: KeptKey): Promise<void> {
    this.#hide(wanted)
    const { vault } = this.#options
    if (wanted.key !== null || Object.keys(wanted.headers).length > 0)
      await vault.set(keptKeyItem, JSON.stringify(wanted))
    else if (this.#hasSecrets) await vault.remove(keptKeyItem)
  }

  get #hasSecrets(): boolean {
    return this.#choice !== null && (this.#choice.hasKey || this.#choice.headerNames.length > 0)
  }

  #hide({ key, headers }: KeptKey): void {
    for (const secret of [key, ...Object.values(headers)]) if (secret !== null) this.#options.redactor.add(secret)
  }
}

function automatic(key: string | null, url: string | null): Choice {
  const kind = key !== null ? 'anthropic' : url !== null ? 'custom' : 'practice'
  return { kind, baseUrl: url, headerNames: [], hasKey: false, allowPlain: false }
}
