/**
 * Holds the model source: the owner's choice, otherwise what the environment offers, otherwise the practice model. Keys
 * and headers are in the vault. The store has only their names.
 */
import { z } from 'zod'
import { AppError, messageOf } from '#contract/errors'
import {
  type ModelList,
  type ModelSnapshot,
  type ModelSourceInput,
  type ModelSourceSnapshot,
  type ModelSourceTest,
} from '#contract/chat/model'
import { modelSourceKinds } from '#contract/chat/modelSources'
import { type KeptKey, readKeptKey } from '#engine/chat/models/keptKey'
import { readModelAddress } from '#engine/chat/models/modelAddress'
import type { ModelClient } from '#engine/chat/models/modelClient'
import type { OpenModelClient, TestEndpoint } from '#engine/chat/models/openModelClient'
import {
  addressOf,
  type EndpointChoice,
  type EndpointEnvironment,
  endpointEnvironment,
  keyAddress,
  type ResolvedEndpoint,
  resolveEndpoint,
} from '#engine/chat/models/resolvedEndpoint'
import { type GivenSecrets, SourceKeys } from '#engine/chat/models/sourceKeys'
import { anthropicUrl, defaultOf, sourceFacts } from '#engine/chat/models/sourceFacts'
import { PracticeClient } from '#engine/chat/practice/practiceClient'
import type { Clock, Log, Redactor, Vault } from '#engine/ports'
import type { SettingStore } from '#engine/store/settingStore'
import { once } from '#engine/structures/once'
import { SharedWork } from '#engine/structures/sharedWork'

export interface ModelSourceOptions {
  readonly settings: SettingStore
  readonly vault: Vault
  readonly redactor: Redactor
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly openClient: OpenModelClient
  readonly testEndpoint: TestEndpoint
  readonly clock: Clock
  readonly log: Log
}

const settingKey = 'modelSource'
const defaultKey = 'defaultModel'
/** How long a list of models is reused. Lists rarely change within this time. */
const listKeptMs = 300_000

const storedChoice = once(() =>
  z.object({
    kind: z.enum(modelSourceKinds),
    baseUrl: z.string().nullable(),
    headerNames: z.array(z.string()),
    hasKey: z.boolean(),
    allowPlain: z.boolean(),
  }),
)
type Choice = z.infer<ReturnType<typeof storedChoice>>
const ownDefault = once(() => z.object({ of: z.string(), model: z.string() }))

function noModelWords(problem: string | null): string {
  if (problem === null) return 'The endpoint does not list its models. Enter a default model under Settings, Model.'
  return `The endpoint could not list its models, and this conversation names none. The endpoint said: ${problem}`
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
  /** Null for the practice model. */
  readonly found: ResolvedEndpoint['found'] | null
}

export class ModelSource {
  readonly #options: ModelSourceOptions
  readonly #keys: SourceKeys
  #choice: Choice | null = null
  #ownDefault: z.infer<ReturnType<typeof ownDefault>> | null = null
  #resolved: Promise<Resolved> | null = null
  #listed: Listed | null = null
  readonly #listing = new SharedWork((signal) => this.#readList(signal))
  #change: Promise<unknown> = Promise.resolve()

  constructor(options: ModelSourceOptions) {
    this.#options = options
    this.#keys = new SourceKeys(options)
  }

  async open(): Promise<void> {
    const { settings, log, environment, redactor } = this.#options
    const key = environment['ANTHROPIC_API_KEY'] ?? ''
    if (key !== '') redactor.add(key)
    this.#ownDefault = ownDefault().safeParse(await settings.get(defaultKey)).data ?? null
    const stored = await settings.get(settingKey)
    if (stored === undefined) return
    const parsed = storedChoice().nullable().safeParse(stored)
    if (parsed.success) this.#choice = parsed.data
    else log.warn({ reason: parsed.error.message }, 'the stored model source cannot be read: choose it again')
  }

  /** Reads the source again, because another engine may have chosen another one, or changed its key. */
  reload(): Promise<void> {
    return this.#inTurn(async () => {
      await this.open()
      this.#leaveSource()
    })
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

  /** Loads the client and lists the models, so that the first message waits for neither. */
  async prepare(signal: AbortSignal): Promise<void> {
    if (this.#isListOld) await this.list(signal)
  }

  list(signal: AbortSignal | undefined): Promise<ModelList> {
    return this.#listing.join(signal)
  }

  /** The known facts about a model. If `id` is null: about the default model. */
  async model(id: string | null, signal: AbortSignal): Promise<ModelSnapshot> {
    if (this.#isListOld) await this.list(signal)
    const snapshot = await this.snapshot()
    const models = this.#listed?.models ?? []
    const { preferredModel, onlyModel } = sourceFacts[snapshot.kind]
    const wanted = id ?? this.#defaultAt(snapshot) ?? defaultOf(snapshot.kind, models) ?? preferredModel
    if (wanted === null) throw new AppError('INVALID_INPUT', noModelWords(this.#listed?.problem ?? null))
    // A model from another source is unknown here, and its name means nothing to this source.
    const found = models.find((model) => model.id === wanted)
    if (found !== undefined) return found
    return onlyModel ?? { id: wanted, name: wanted, window: null, maxOutput: null, lifecycle: null, price: null }
  }

  set(input: ModelSourceInput): Promise<ModelSourceSnapshot> {
    return this.#inTurn(async () => this.#choose(await this.#chosen(input)))
  }

  /** Forgets the owner's choice and its key, so that the environment decides again. */
  forget(): Promise<ModelSourceSnapshot> {
    return this.#inTurn(async () => {
      await this.#keys.keep(null, this.#hasSecrets)
      return this.#choose(null)
    })
  }

  /** Sets the model for conversations that name none, for this source only. Null: the engine chooses. */
  setDefaultModel(model: string | null): Promise<ModelList> {
    return this.#inTurn(async () => {
      const own = model === null ? null : { of: sourceName(await this.snapshot()), model }
      await this.#options.settings.set(defaultKey, own)
      this.#ownDefault = own
      return this.list(undefined)
    })
  }

  /** Tests a source with requests that cost nothing. Stores nothing. `input` undefined: tests the source in use. */
  async test(input: ModelSourceInput | undefined, signal: AbortSignal | undefined): Promise<ModelSourceTest> {
    let found: ResolvedEndpoint['found'] | null
    try {
      found = input === undefined ? (await this.#current()).found : await this.#tried(input)
    } catch (thrown) {
      found = { problem: `Could not read the stored key: ${messageOf(thrown)}` }
    }
    if (found === null) return { kind: 'answered', ms: 0, models: 1 }
    if ('problem' in found) return { kind: 'failed', why: 'notUsable', ms: 0, status: null, said: found.problem }
    return this.#options.testEndpoint(found.endpoint, signal ?? new AbortController().signal)
  }

  /** Null for the practice model. */
  async #tried(input: ModelSourceInput): Promise<ResolvedEndpoint['found'] | null> {
    const choice = endpointChoice(input)
    if (choice === null) return null
    const environment = endpointEnvironment(this.#options.environment)
    if (!URL.canParse(addressOf(choice, environment))) return resolveEndpoint(choice, null, environment).found
    const held = await this.#keys.wanted(keyAddress(choice, environment), secretsIn(input), this.#hasSecrets)
    return resolveEndpoint(choice, held, environment).found
  }

  #defaultAt(snapshot: ModelSourceSnapshot): string | null {
    return this.#ownDefault?.of === sourceName(snapshot) ? this.#ownDefault.model : null
  }

  #inTurn<Result>(act: () => Promise<Result>): Promise<Result> {
    const next = this.#change.then(act)
    this.#change = next.catch(() => undefined)
    return next
  }

  async #choose(next: Choice | null): Promise<ModelSourceSnapshot> {
    await this.#options.settings.set(settingKey, next)
    this.#choice = next
    this.#leaveSource()
    return this.snapshot()
  }

  async #chosen(input: ModelSourceInput): Promise<Choice> {
    const choice = endpointChoice(input)
    if (choice === null) return { kind: input.kind, baseUrl: null, headerNames: [], hasKey: false, allowPlain: false }
    const address = choice.baseUrl ?? anthropicUrl
    const verdict = readModelAddress(address, choice.allowPlain)
    if ('problem' in verdict) throw new AppError('INVALID_INPUT', verdict.problem)
    const wanted = await this.#keys.wanted(verdict.url.origin, secretsIn(input), this.#hasSecrets)
    await this.#keys.keep(wanted, this.#hasSecrets)
    return { ...choice, headerNames: Object.keys(wanted.headers), hasKey: wanted.key !== null }
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
    const environment = endpointEnvironment(this.#options.environment)
    const chosen = this.#choice ?? automatic(environment)
    const { kind, headerNames, allowPlain } = chosen
    const common = { kind, automatic: this.#choice === null, headerNames, allowPlain }
    switch (kind) {
      case 'practice': {
        const snapshot = { ...common, baseUrl: null, keyFrom: null, problem: null }
        return { snapshot, client: new PracticeClient(this.#options.clock), found: null }
      }
      case 'anthropic':
      case 'custom':
        return this.#resolveEndpoint({ ...chosen, kind }, common, environment)
    }
  }

  async #resolveEndpoint(
    choice: Choice & EndpointChoice,
    common: Pick<ModelSourceSnapshot, 'kind' | 'automatic' | 'headerNames' | 'allowPlain'>,
    environment: EndpointEnvironment,
  ): Promise<Resolved> {
    let held: KeptKey | null = null
    if (choice.hasKey || choice.headerNames.length > 0)
      try {
        held = await this.#keys.read(keyAddress(choice, environment))
      } catch (thrown) {
        this.#resolved = null
        const problem = `Could not read the key: ${messageOf(thrown)}`
        const snapshot = { ...common, baseUrl: addressOf(choice, environment), keyFrom: 'vault', problem } as const
        return { snapshot, client: null, found: { problem } }
      }
    const { address, keyFrom, found } = resolveEndpoint(choice, held, environment)
    const problem = 'problem' in found ? found.problem : null
    const client = 'problem' in found ? null : await this.#options.openClient(found.endpoint)
    return { snapshot: { ...common, baseUrl: address, keyFrom, problem }, client, found }
  }

  async #readList(signal: AbortSignal): Promise<ModelList> {
    const source = this.#current()
    const { snapshot, client } = await source
    const listOf = (models: readonly ModelSnapshot[], usual: string | null, problem: string | null): ModelList => {
      const chosenDefault = this.#defaultAt(snapshot)
      return { source: snapshot, models: [...models], defaultModel: chosenDefault ?? usual, chosenDefault, problem }
    }
    // The source may be changed before the answer comes.
    const keep = (models: readonly ModelSnapshot[], problem: string | null) => {
      if (this.#resolved === source && !signal.aborted)
        this.#listed = { at: this.#options.clock.elapsed(), models, problem }
    }
    if (client === null) return listOf([], null, snapshot.problem)
    try {
      const models = await client.list(signal)
      keep(models, null)
      return listOf(models, defaultOf(snapshot.kind, models), null)
    } catch (thrown) {
      // An endpoint that could not be reached is not asked again for each message.
      const problem = messageOf(thrown)
      keep(this.#listed?.models ?? [], problem)
      return listOf([], sourceFacts[snapshot.kind].preferredModel, problem)
    }
  }

  get #isListOld(): boolean {
    return this.#listed === null || this.#options.clock.elapsed() - this.#listed.at > listKeptMs
  }

  /** Forgets what is known about the former source. */
  #leaveSource(): void {
    this.#resolved = null
    this.#listed = null
    this.#listing.renew()
  }

  get #hasSecrets(): boolean {
    return this.#choice !== null && (this.#choice.hasKey || this.#choice.headerNames.length > 0)
  }
}

/** The choice of an endpoint; null for the practice model, which has none. */
function endpointChoice(input: ModelSourceInput): EndpointChoice | null {
  switch (input.kind) {
    case 'practice':
      return null
    case 'anthropic':
      return { kind: input.kind, baseUrl: null, allowPlain: false }
    case 'custom':
      return { kind: input.kind, baseUrl: input.baseUrl, allowPlain: input.allowPlain }
  }
}

function secretsIn(input: ModelSourceInput): GivenSecrets {
  return { ...('key' in input && { key: input.key }), ...('headers' in input && { headers: input.headers }) }
}

/** Identifies a source. A default model applies to one source only, because others do not know it. */
function sourceName({ kind, baseUrl }: ModelSourceSnapshot): string {
  return `${kind} ${baseUrl}`
}

function automatic({ key, url }: EndpointEnvironment): Choice {
  const kind = key !== null ? 'anthropic' : url !== null ? 'custom' : 'practice'
  return { kind, baseUrl: url, headerNames: [], hasKey: false, allowPlain: false }
}
