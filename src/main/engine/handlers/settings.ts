/** The routes for the engine's settings. */
import { implement } from '@orpc/server'
import { contract } from '#contract/contract'
import type { Engine } from '#engine/createEngine'

export function settingHandlers({ settings }: Engine) {
  const os = implement(contract.settings)
  return os.router({
    get: os.get.handler(() => settings.current),
    update: os.update.handler(({ input }) => settings.update(input)),
  })
}
