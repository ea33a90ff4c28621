/**
 * Every route of Switchboard, with name, input and output. The three wires and every caller take their types from this
 * object.
 */
import { access } from '#contract/routes/access'
import { app } from '#contract/routes/app'
import { calls } from '#contract/routes/calls'
import { catalog } from '#contract/routes/catalog'
import { chat } from '#contract/routes/chat'
import { clients } from '#contract/routes/clients'
import { decisions } from '#contract/routes/decisions'
import { doctor } from '#contract/routes/doctor'
import { events } from '#contract/routes/events'
import { hosting } from '#contract/routes/hosting'
import { models, modelSource } from '#contract/routes/models'
import { products } from '#contract/routes/products'
import { projects } from '#contract/routes/projects'
import { questions } from '#contract/routes/questions'
import { secrets } from '#contract/routes/secrets'
import { servers } from '#contract/routes/servers'
import { settings } from '#contract/routes/settings'
import { signIn } from '#contract/routes/signIn'
import { tools } from '#contract/routes/tools'

export const contract = {
  app,
  access,
  projects,
  servers,
  signIn,
  clients,
  doctor,
  secrets,
  tools,
  calls,
  questions,
  decisions,
  products,
  settings,
  chat,
  models,
  modelSource,
  catalog,
  hosting,
  events,
}
export type Contract = typeof contract
