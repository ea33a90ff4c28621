/** The routes of models and of where they come from. No route gives a key back. */
import { oc } from '@orpc/contract'
import { modelList, modelSourceInput, modelSourceSnapshot } from '#contract/chat/model'

export const models = {
  /** As the source lists them now. */
  list: oc.route({ method: 'GET', path: '/models' }).output(modelList),
}

export const modelSource = {
  get: oc.route({ method: 'GET', path: '/model-source' }).output(modelSourceSnapshot),
  set: oc.route({ method: 'PUT', path: '/model-source' }).input(modelSourceInput).output(modelSourceSnapshot),
}
