/**
 * Maps every contract route to the engine, and the compiler checks that none is missing. Rules are in the engine. The
 * host converts errors.
 */
import { implement } from '@orpc/server'
import { contract } from '#contract/contract'
import type { Engine } from '#engine/createEngine'
import { accessHandlers } from '#engine/handlers/access'
import { appHandlers } from '#engine/handlers/app'
import { callHandlers } from '#engine/handlers/calls'
import { catalogHandlers } from '#engine/handlers/catalog'
import { chatHandlers } from '#engine/handlers/chat'
import { clientHandlers } from '#engine/handlers/clients'
import { decisionHandlers } from '#engine/handlers/decisions'
import type { CallContext } from '#engine/access/grant'
import type { HostFacts } from '#engine/handlers/hostFacts'
import { hostingHandlers } from '#engine/handlers/hosting'
import { modelHandlers, modelSourceHandlers } from '#engine/handlers/models'
import { productHandlers } from '#engine/handlers/products'
import { projectHandlers } from '#engine/handlers/projects'
import { questionHandlers } from '#engine/handlers/questions'
import { secretHandlers } from '#engine/handlers/secrets'
import { serverHandlers } from '#engine/handlers/servers'
import { settingHandlers } from '#engine/handlers/settings'
import { signInHandlers } from '#engine/handlers/signIn'
import { toolHandlers } from '#engine/handlers/tools'
import { namedProject } from '#engine/registry/projects/namedProject'

export function implementContract(engine: Engine, host: HostFacts) {
  const os = implement(contract).$context<CallContext>()
  const { doctor, events, registry } = engine
  return os.router({
    app: appHandlers(host),
    access: accessHandlers(engine),
    projects: projectHandlers(engine),
    servers: serverHandlers(engine, host),
    signIn: signInHandlers(engine),
    clients: clientHandlers(engine, host),
    doctor: {
      run: os.doctor.run.handler(({ input: { slug, projectId }, signal }) =>
        doctor.examine(slug, projectId === undefined ? undefined : namedProject(registry, projectId), signal),
      ),
    },
    secrets: secretHandlers(engine),
    tools: toolHandlers(engine),
    calls: callHandlers(engine),
    questions: questionHandlers(engine),
    decisions: decisionHandlers(engine),
    products: productHandlers(engine),
    settings: settingHandlers(engine),
    chat: chatHandlers(engine),
    models: modelHandlers(engine),
    modelSource: modelSourceHandlers(engine),
    catalog: catalogHandlers(engine),
    hosting: hostingHandlers(engine, host),
    events: { subscribe: os.events.subscribe.handler(({ signal }) => events.subscribe(signal)) },
  })
}
