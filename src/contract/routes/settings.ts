/** The routes for the engine's settings. */
import { oc } from '@orpc/contract'
import { engineSettings } from '#contract/setting'

export const settings = {
  get: oc.route({ method: 'GET', path: '/settings' }).output(engineSettings),
  /** Changes the given fields. */
  update: oc.route({ method: 'PATCH', path: '/settings' }).input(engineSettings.partial()).output(engineSettings),
}
