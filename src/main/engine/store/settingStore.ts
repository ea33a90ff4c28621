/** Settings of the engine that belong to no project: one JSON value a key. Their meaning belongs to whoever reads them. */

export interface SettingStore {
  /** Undefined when it was never set. */
  get(key: string): Promise<unknown>
  set(key: string, value: unknown): Promise<void>
  remove(key: string): Promise<void>
}
