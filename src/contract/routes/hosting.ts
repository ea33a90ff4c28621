/**
 * The routes of hosted servers. The backup of a volume is not among them, because it is a tar instead of JSON: see
 * `host/http`.
 */
import { oc } from '@orpc/contract'
import { z } from 'zod'
import {
  hostedHistory,
  hostedLogLine,
  hostedServer,
  hostedVolume,
  runtimes,
  volumeName,
} from '#contract/hosting/hostedServer'
import { packageWish } from '#contract/hosting/package'
import { callPath } from '#contract/hosting/paths'
import {
  hostedChange,
  hostedChangePreview,
  hostedRegistration,
  hostedSetup,
  isolationAsked,
  isolationPreview,
  packagePreview,
  packageRegistration,
  packageUpdate,
} from '#contract/hosting/registration'
import { slug } from '#contract/servers/server'
import { givenFields, givenId, givenName } from '#contract/inputBounds'

/** The id or the slug. */
const byId = z.object({ id: givenId })
const byName = z.object({ name: volumeName })
const nothing = z.object({})

const method = givenName
  .min(1, 'a method was expected, such as "tools/call"')
  .refine((name) => name !== 'initialize', 'Switchboard has initialized the server; it cannot be done again')
  .refine((name) => !name.startsWith('notifications/'), 'a notification has no answer, so it cannot be called')

export const hosting = {
  /** Answers when it is ready or in error; after 30 s with its current state. */
  register: oc.route({ method: 'POST', path: '/mcp/servers' }).input(hostedRegistration).output(hostedServer),
  list: oc.route({ method: 'GET', path: '/mcp/servers' }).output(z.array(hostedServer)),
  get: oc.route({ method: 'GET', path: '/mcp/servers/{id}' }).input(byId).output(hostedServer),
  /** One MCP request, recorded and limited like any other. With a client's token, by the rules of the endpoint. */
  call: oc
    .route({ method: 'POST', path: callPath })
    .input(byId.extend({ method, params: givenFields.optional() }).strict())
    .output(z.object({ result: z.unknown() })),
  /** Starts a new container and resets the counters. Answers when it is ready. */
  restart: oc.route({ method: 'POST', path: '/mcp/servers/{id}/restart' }).input(byId).output(hostedServer),
  /** What running a package would come to: which version, in which image. */
  previewPackage: oc.route({ method: 'POST', path: '/mcp/packages/preview' }).input(packageWish).output(packagePreview),
  /** Installs a package in a container of its own, then hosts it; answers as a registration does. */
  addPackage: oc.route({ method: 'POST', path: '/mcp/packages' }).input(packageRegistration).output(hostedServer),
  /** Packages that have a newer version than the one that runs. */
  packageUpdates: oc.route({ method: 'GET', path: '/mcp/packages/updates' }).output(z.array(packageUpdate)),
  /** A server that is a process and runs a package: what it would be in a container. */
  previewIsolation: oc
    .route({ method: 'GET', path: '/mcp/servers/{slug}/isolation' })
    .input(z.object({ slug }))
    .output(isolationPreview),
  /** From now on it runs in a container. It stays the same server. */
  isolate: oc
    .route({ method: 'POST', path: '/mcp/servers/{slug}/isolate' })
    .input(z.object({ slug, asked: isolationAsked }))
    .output(hostedServer),
  /** From now on it is a process on this machine again. */
  release: oc.route({ method: 'POST', path: '/mcp/servers/{id}/release' }).input(byId).output(nothing),
  /** Its present settings, for changing them. */
  setup: oc.route({ method: 'GET', path: '/mcp/servers/{id}/setup' }).input(byId).output(hostedSetup),
  /** The effect of a change. */
  previewChange: oc
    .route({ method: 'POST', path: '/mcp/servers/{id}/change-preview' })
    .input(byId.extend({ change: hostedChange }))
    .output(hostedChangePreview),
  /**
   * Fetches the new image while the server keeps running, then replaces the container; the volumes stay. A change that
   * fails at the start is undone. Answers like a registration.
   */
  change: oc
    .route({ method: 'POST', path: '/mcp/servers/{id}/change' })
    .input(byId.extend({ change: hostedChange }))
    .output(hostedServer),
  /** Undoes the last change, while the engine that made it still runs. */
  undoChange: oc.route({ method: 'POST', path: '/mcp/servers/{id}/undo-change' }).input(byId).output(hostedServer),
  /** Its volumes stay, unless `volumes` is set. */
  remove: oc
    .route({ method: 'DELETE', path: '/mcp/servers/{id}', inputStructure: 'detailed' })
    .input(
      z.object({
        params: byId,
        query: z.object({ volumes: z.stringbool().or(z.boolean()).default(false) }).default({ volumes: false }),
      }),
    )
    .output(nothing),
  /** Undoes a removal in which the volumes stayed, while the engine that removed it still runs. */
  restore: oc.route({ method: 'POST', path: '/mcp/servers/{id}/restore' }).input(byId).output(hostedServer),
  logs: oc
    .route({ method: 'GET', path: '/mcp/servers/{id}/logs' })
    .input(byId.extend({ tail: z.coerce.number().int().min(1).max(10_000).default(200) }))
    .output(z.array(hostedLogLine)),
  history: oc.route({ method: 'GET', path: '/mcp/servers/{id}/history' }).input(byId).output(hostedHistory),
  volumes: oc.route({ method: 'GET', path: '/mcp/volumes' }).output(z.array(hostedVolume)),
  removeVolume: oc.route({ method: 'DELETE', path: '/mcp/volumes/{name}' }).input(byName).output(nothing),
  /**
   * A one-time address, valid for a short time, at which a browser downloads the backup of a volume; null while no port
   * is open.
   */
  backupAddress: oc
    .route({ method: 'POST', path: '/mcp/volumes/{name}/backup-address' })
    .input(byName)
    .output(z.object({ url: z.string().nullable() })),
  /** All runtimes, what is missing, and how to get it. */
  runtimes: oc.route({ method: 'GET', path: '/mcp/runtimes' }).output(runtimes),
}
