/** The routes of the settings of the engine. */
import { oc } from '@orpc/contract'
import { engineSettings } from '#contract/setting'

export const settings = {
  get: oc.route({ method: 'GET', path: '/settings' }).output(engineSettings),
  /** Changes what it names. */
  update: oc.route({ method: 'PATCH', path: '/settings' }).input(engineSettings.partial()).output(engineSettings),
}
