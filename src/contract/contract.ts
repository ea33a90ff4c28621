/** Every route of Switchboard: name, input, output. The three wires and every caller are typed by this one object. */
import { eventIterator, oc } from '@orpc/contract'
import { z } from 'zod'
import { callId, callPage, callQuery, callRecord, textPage, textPageQuery } from '#contract/call'
import { clientImport, filePreview } from '#contract/client'
import { examinationEvent } from '#contract/doctor'
import { engineEvent } from '#contract/events'
import { installedProduct, manifestInput, productPreview } from '#contract/product'
import { access } from '#contract/routes/access'
import { decisions } from '#contract/routes/decisions'
import { catalog } from '#contract/routes/catalog'
import { chat } from '#contract/routes/chat'
import { clients } from '#contract/routes/clients'
import { models, modelSource } from '#contract/routes/models'
import { projects } from '#contract/routes/projects'
import { questions } from '#contract/routes/questions'
import { permissions, secretName, secretOwner, secretSnapshot, secretValue } from '#contract/secret'
import { logLine, newServer, serverChange, serverSnapshot, slug } from '#contract/server'
import { engineSettings } from '#contract/setting'
import { toolResult, toolSnapshot } from '#contract/tool'

const bySlug = z.object({ slug })
const importedText = z.object({
  text: z.string().max(5_000_000),
  /** The file that it was read from, for what in it is relative to that. */
  path: z.string().optional(),
})

const app = {
  info: oc.route({ method: 'GET', path: '/app' }).output(
    z.object({
      version: z.string(),
      host: z.enum(['desktop', 'headless']),
      dataFolder: z.string(),
      runtime: z.string(),
      /** Where outside clients connect; null while no port is open. */
      endpoint: z.object({ url: z.string() }).nullable(),
    }),
  ),
  /** The access token of the endpoint, for setting up a client. */
  token: oc.route({ method: 'GET', path: '/app/token' }).output(z.object({ token: z.string() })),
}

const servers = {
  list: oc.route({ method: 'GET', path: '/servers' }).output(z.array(serverSnapshot)),
  add: oc.route({ method: 'POST', path: '/servers' }).input(newServer).output(serverSnapshot),
  remove: oc.route({ method: 'DELETE', path: '/servers/{slug}' }).input(bySlug).output(z.object({})),
  /** Takes back a removal, with settings and toggles, while the engine that removed it still runs. */
  restore: oc.route({ method: 'POST', path: '/servers/{slug}/restore' }).input(bySlug).output(serverSnapshot),
  setEnabled: oc
    .route({ method: 'PUT', path: '/servers/{slug}/enabled' })
    .input(z.object({ slug, enabled: z.boolean() }))
    .output(serverSnapshot),
  /** Changes what it names. Values of variables and headers can be kept without being known: null stands for them. */
  update: oc
    .route({ method: 'PATCH', path: '/servers/{slug}' })
    .input(serverChange.extend({ slug }))
    .output(serverSnapshot),
  /** Stops it if it runs, forgets its failures and starts it. */
  restart: oc.route({ method: 'POST', path: '/servers/{slug}/restart' }).input(bySlug).output(serverSnapshot),
  /** What the server printed: first what is kept, then line by line as it comes. */
  log: oc
    .route({ method: 'GET', path: '/servers/{slug}/log' })
    .input(z.object({ slug, follow: z.stringbool().or(z.boolean()).default(true) }))
    .output(eventIterator(z.array(logLine))),
  /** Reads a client's configuration file and says what it holds. Nothing is started or kept. */
  previewImport: oc.route({ method: 'POST', path: '/servers/import/preview' }).input(importedText).output(filePreview),
  /** Takes over the named entries of a configuration file, or of a client as it was previewed. */
  import: oc
    .route({ method: 'POST', path: '/servers/import' })
    .input(
      z.union([
        importedText.extend({ names: z.array(z.string()).min(1), projectId: z.string().min(1).optional() }),
        clientImport,
      ]),
    )
    .output(z.array(serverSnapshot)),
}

/** Starts a server step by step in a launch of its own, ends it again, and says what to do. */
const doctor = {
  run: oc
    .route({ method: 'GET', path: '/servers/{slug}/doctor' })
    .input(bySlug)
    .output(eventIterator(examinationEvent)),
}

/** No route gives a value back. Who changes a secret starts the servers anew that use it. */
const secrets = {
  list: oc.route({ method: 'GET', path: '/secrets' }).input(secretOwner).output(z.array(secretSnapshot)),
  set: oc
    .route({ method: 'PUT', path: '/secrets/{name}' })
    .input(secretOwner.extend({ name: secretName, value: secretValue }))
    .output(z.object({})),
  remove: oc
    .route({ method: 'DELETE', path: '/secrets/{name}' })
    .input(secretOwner.extend({ name: secretName }))
    .output(z.object({})),
  permissions: oc.route({ method: 'GET', path: '/permissions' }).output(permissions),
  /** Lets the servers of a configuration file use the secrets of a project, or no longer. */
  allowFile: oc
    .route({ method: 'PUT', path: '/permissions/file' })
    .input(z.object({ file: z.string().min(1), projectId: z.string().min(1).optional(), allowed: z.boolean() }))
    .output(z.object({})),
  /** Lets the servers of every project that is no file use the engine's environment by `${env:NAME}`, or no longer. */
  allowEnvironment: oc
    .route({ method: 'PUT', path: '/permissions/environment' })
    .input(z.object({ allowed: z.boolean() }))
    .output(z.object({})),
}

const tools = {
  /** All tools, of one server or of all, with those that are switched off or quarantined. */
  list: oc
    .route({ method: 'GET', path: '/tools' })
    .input(z.object({ server: slug.optional() }))
    .output(z.array(toolSnapshot)),
  /** The tools as a client lists them, untouched; starts what has to be started. */
  listed: oc.route({ method: 'GET', path: '/tools/listed' }).output(z.array(z.looseObject({ name: z.string() }))),
  setEnabled: oc
    .route({ method: 'PUT', path: '/tools/enabled' })
    .input(z.object({ server: slug, names: z.array(z.string()).min(1), enabled: z.boolean() }))
    .output(z.object({})),
  call: oc
    .route({ method: 'POST', path: '/tools/call' })
    .input(z.object({ name: z.string(), arguments: z.record(z.string(), z.unknown()).default({}) }))
    .output(toolResult),
}

/** The records of tool calls. */
const calls = {
  /** Newest first. */
  list: oc.route({ method: 'GET', path: '/calls' }).input(callQuery).output(callPage),
  get: oc
    .route({ method: 'GET', path: '/calls/{id}' })
    .input(z.object({ id: callId }))
    .output(callRecord),
  /** A page of a call's arguments or result, also of those that are too large to be in the record. */
  read: oc.route({ method: 'GET', path: '/calls/{id}/{part}' }).input(textPageQuery).output(textPage),
}

const products = {
  list: oc.route({ method: 'GET', path: '/products' }).output(z.array(installedProduct)),
  /** Says what an installation would do. Nothing is started or kept. */
  preview: oc.route({ method: 'POST', path: '/products/preview' }).input(manifestInput).output(productPreview),
  /** All of it or nothing. Refused with CONFLICT when it is not what was previewed. */
  install: oc
    .route({ method: 'POST', path: '/products' })
    .input(manifestInput.extend({ consent: z.string() }))
    .output(z.array(serverSnapshot)),
  /** Removes exactly the servers that it brought: of one project, or of all. */
  uninstall: oc
    .route({ method: 'DELETE', path: '/products/{id}' })
    .input(z.object({ id: z.string(), projectId: z.string().optional() }))
    .output(z.object({ removed: z.array(slug) })),
}

const settings = {
  get: oc.route({ method: 'GET', path: '/settings' }).output(engineSettings),
  /** Changes what it names. */
  update: oc.route({ method: 'PATCH', path: '/settings' }).input(engineSettings.partial()).output(engineSettings),
}

const events = {
  /** Batches of events. After a gap the engine ends the stream; subscribe again and read anew. */
  subscribe: oc.route({ method: 'GET', path: '/events' }).output(eventIterator(z.array(engineEvent))),
}

export const contract = {
  app,
  access,
  projects,
  servers,
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
  events,
}
export type Contract = typeof contract
