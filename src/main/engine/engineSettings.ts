/** The settings of the whole engine: read once, kept in memory, and written when they change. */
import { isDeepStrictEqual } from 'node:util'
import { givenFields } from '#engine/policies/givenFields'
import { defaultEngineSettings, type EngineSettings, engineSettings } from '#contract/setting'
import type { Log } from '#engine/ports'
import type { SettingStore } from '#engine/store/settingStore'

const storeKey = 'engine'

type SettingsChange = { readonly [Name in keyof EngineSettings]?: EngineSettings[Name] | undefined }

export class Settings {
  readonly #store: SettingStore
  readonly #listeners = new Set<() => void>()
  #current: EngineSettings = defaultEngineSettings
  #lastChange: Promise<unknown> = Promise.resolve()

  constructor(store: SettingStore) {
    this.#store = store
  }

  get current(): EngineSettings {
    return this.#current
  }

  /** Reads the stored settings again, because another engine may have changed them. */
  reload(log: Log): Promise<void> {
    return this.#inTurn(async () => {
      const stored = await this.#store.get(storeKey)
      if (stored === undefined) return
      const parsed = engineSettings.partial().safeParse(stored)
      if (parsed.success) this.#set({ ...defaultEngineSettings, ...givenFields(parsed.data) })
      else log.warn({ reason: parsed.error.message }, 'the stored settings cannot be read, so the current ones stay')
    })
  }

  update(change: SettingsChange): Promise<EngineSettings> {
    return this.#inTurn(async () => {
      const wanted = { ...this.#current, ...givenFields(change) }
      await this.#store.set(storeKey, wanted)
      this.#set(wanted)
      return wanted
    })
  }

  #set(wanted: EngineSettings): void {
    if (isDeepStrictEqual(wanted, this.#current)) return
    this.#current = wanted
    for (const listener of this.#listeners) listener()
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#lastChange.then(work)
    this.#lastChange = next.catch(() => undefined)
    return next
  }

  onChanged(listener: () => void): void {
    this.#listeners.add(listener)
  }
}
