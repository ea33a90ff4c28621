/** The settings of the engine as a whole: read once, kept in memory, written when they change. */
import { defaultEngineSettings, type EngineSettings, engineSettings } from '#contract/setting'
import type { Log } from '#engine/ports'
import type { SettingStore } from '#engine/store/settingStore'

const storeKey = 'engine'

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

  async open(log: Log): Promise<void> {
    const stored = await this.#store.get(storeKey)
    if (stored === undefined) return
    const parsed = engineSettings.partial().safeParse(stored)
    if (parsed.success) this.#current = { ...defaultEngineSettings, ...given(parsed.data) }
    else log.warn({ reason: parsed.error.message }, 'the stored settings cannot be read: the defaults are used')
  }

  update(change: SettingsChange): Promise<EngineSettings> {
    const next = this.#lastChange.then(async () => {
      const wanted = { ...this.#current, ...given(change) }
      await this.#store.set(storeKey, wanted)
      this.#current = wanted
      for (const listener of this.#listeners) listener()
      return wanted
    })
    this.#lastChange = next.catch(() => undefined)
    return next
  }

  onChanged(listener: () => void): void {
    this.#listeners.add(listener)
  }
}

type SettingsChange = { readonly [Name in keyof EngineSettings]?: EngineSettings[Name] | undefined }

function given(change: SettingsChange): Partial<EngineSettings> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
}
