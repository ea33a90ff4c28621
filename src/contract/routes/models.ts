/** The routes for models and the model source. No route returns a key. */
import { oc } from '@orpc/contract'
import { modelList, modelSourceInput, modelSourceSnapshot } from '#contract/chat/model'

export const models = {
  /** The source's current list of models. */
  list: oc.route({ method: 'GET', path: '/models' }).output(modelList),
}

export const modelSource = {
  get: oc.route({ method: 'GET', path: '/model-source' }).output(modelSourceSnapshot),
  set: oc.route({ method: 'PUT', path: '/model-source' }).input(modelSourceInput).output(modelSourceSnapshot),
}
