/** The routes for models and the model source. */
import { implement } from '@orpc/server'
import { contract } from '#contract/contract'
import type { Engine } from '#engine/createEngine'
import { tellChange } from '#engine/handlers/tellChange'

export function modelHandlers({ modelSource }: Engine) {
  const os = implement(contract.models)
  return os.router({ list: os.list.handler(({ signal }) => modelSource.list(signal)) })
}

export function modelSourceHandlers({ modelSource, events }: Engine) {
  const os = implement(contract.modelSource)
  const changing = os.use(tellChange(events, 'models'))
  return os.router({
    get: os.get.handler(() => modelSource.snapshot()),
    set: changing.set.handler(({ input }) => modelSource.set(input)),
    forget: changing.forget.handler(() => modelSource.forget()),
    test: os.test.handler(({ input, signal }) => modelSource.test(input.source, signal)),
    setDefaultModel: changing.setDefaultModel.handler(({ input }) => modelSource.setDefaultModel(input.model)),
  })
}
