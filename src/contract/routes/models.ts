/** The routes for models and the model source. No route returns a key. */
import { oc } from '@orpc/contract'
import { z } from 'zod'
import {
  defaultModelInput,
  modelList,
  modelSourceInput,
  modelSourceSnapshot,
  modelSourceTest,
  modelSourceTestInput,
} from '#contract/chat/model'

export const models = {
  /** The source's current list of models. */
  list: oc.route({ method: 'GET', path: '/models' }).output(modelList),
}

export const modelSource = {
  get: oc.route({ method: 'GET', path: '/model-source' }).output(modelSourceSnapshot),
  set: oc.route({ method: 'PUT', path: '/model-source' }).input(modelSourceInput).output(modelSourceSnapshot),
  /** Forgets the choice and its key; the environment decides again. */
  forget: oc.route({ method: 'DELETE', path: '/model-source' }).input(z.object({})).output(modelSourceSnapshot),
  /** Sends requests that cost nothing, and stores nothing. */
  test: oc.route({ method: 'POST', path: '/model-source/test' }).input(modelSourceTestInput).output(modelSourceTest),
  /** Sets the model for conversations that name none. Null: the engine chooses. */
  setDefaultModel: oc
    .route({ method: 'PUT', path: '/model-source/default' })
    .input(defaultModelInput)
    .output(modelList),
}
