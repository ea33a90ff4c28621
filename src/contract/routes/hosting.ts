/**
 * The routes for hosted servers. `host/http` serves a volume's backup, because that is a tar archive instead of JSON.
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

/** `id`: a server's id or slug. */
const byId = z.object({ id: givenId })
const byName = z.object({ name: volumeName })
const nothing = z.object({})

const method = givenName
  .min(1, 'a method was expected, such as "tools/call"')
  .refine(
    (name) => name !== 'initialize',
    'Switchboard has already initialized the server, so it cannot be initialized again',
  )
  .refine((name) => !name.startsWith('notifications/'), 'a notification has no answer, so it cannot be called')

export const hosting = {
  /** Answers when the server is ready or in error, or after 30 s with its current state. */
  register: oc.route({ method: 'POST', path: '/mcp/servers' }).input(hostedRegistration).output(hostedServer),
  list: oc.route({ method: 'GET', path: '/mcp/servers' }).output(z.array(hostedServer)),
  get: oc.route({ method: 'GET', path: '/mcp/servers/{id}' }).input(byId).output(hostedServer),
  /** One MCP request, recorded and limited like any other call. With a client's token, the endpoint's rules apply. */
  call: oc
    .route({ method: 'POST', path: callPath })
    .input(byId.extend({ method, params: givenFields.optional() }).strict())
    .output(z.object({ result: z.unknown() })),
  /** Starts a new container and resets the counters. Answers when the server is ready. */
  restart: oc.route({ method: 'POST', path: '/mcp/servers/{id}/restart' }).input(byId).output(hostedServer),
  /** What running a package would mean: which version, in which image. */
  previewPackage: oc.route({ method: 'POST', path: '/mcp/packages/preview' }).input(packageWish).output(packagePreview),
  /** Installs a package in a container of its own, then hosts it. Answers like a registration. */
  addPackage: oc.route({ method: 'POST', path: '/mcp/packages' }).input(packageRegistration).output(hostedServer),
  /** The packages of hosted servers that have a newer version. */
  packageUpdates: oc.route({ method: 'GET', path: '/mcp/packages/updates' }).output(z.array(packageUpdate)),
  /** Previews moving a server that runs a package as a process into a container. */
  previewIsolation: oc
    .route({ method: 'GET', path: '/mcp/servers/{slug}/isolation' })
    .input(z.object({ slug }))
    .output(isolationPreview),
  /** Moves the server into a container. It stays the same server. */
  isolate: oc
    .route({ method: 'POST', path: '/mcp/servers/{slug}/isolate' })
    .input(z.object({ slug, asked: isolationAsked }))
    .output(hostedServer),
  /** Makes the server a process on this machine again. */
  release: oc.route({ method: 'POST', path: '/mcp/servers/{id}/release' }).input(byId).output(nothing),
  /** The server's current settings, for changing them. */
  setup: oc.route({ method: 'GET', path: '/mcp/servers/{id}/setup' }).input(byId).output(hostedSetup),
  /** What a change would do. */
  previewChange: oc
    .route({ method: 'POST', path: '/mcp/servers/{id}/change-preview' })
    .input(byId.extend({ change: hostedChange }))
    .output(hostedChangePreview),
  /**
   * Pulls the new image while the server keeps running, then replaces the container. The volumes stay. A change whose
   * start fails is undone. Answers like a registration.
   */
  change: oc
    .route({ method: 'POST', path: '/mcp/servers/{id}/change' })
    .input(byId.extend({ change: hostedChange }))
    .output(hostedServer),
  /** Undoes the last change, as long as the engine that made it is still running. */
  undoChange: oc.route({ method: 'POST', path: '/mcp/servers/{id}/undo-change' }).input(byId).output(hostedServer),
  /** The server's volumes stay, unless `volumes` is set. */
  remove: oc
    .route({ method: 'DELETE', path: '/mcp/servers/{id}', inputStructure: 'detailed' })
    .input(
      z.object({
        params: byId,
        query: z.object({ volumes: z.stringbool().or(z.boolean()).default(false) }).default({ volumes: false }),
      }),
    )
    .output(nothing),
  /** Undoes a removal that kept the volumes, as long as the engine that removed the server is still running. */
  restore: oc.route({ method: 'POST', path: '/mcp/servers/{id}/restore' }).input(byId).output(hostedServer),
  logs: oc
    .route({ method: 'GET', path: '/mcp/servers/{id}/logs' })
    .input(byId.extend({ tail: z.coerce.number().int().min(1).max(10_000).default(200) }))
    .output(z.array(hostedLogLine)),
  history: oc.route({ method: 'GET', path: '/mcp/servers/{id}/history' }).input(byId).output(hostedHistory),
  volumes: oc.route({ method: 'GET', path: '/mcp/volumes' }).output(z.array(hostedVolume)),
  removeVolume: oc.route({ method: 'DELETE', path: '/mcp/volumes/{name}' }).input(byName).output(nothing),
  /**
   * A single-use address at which a browser downloads a volume's backup. It is valid for a short time. Null while no
   * port is open.
   */
  backupAddress: oc
    .route({ method: 'POST', path: '/mcp/volumes/{name}/backup-address' })
    .input(byName)
    .output(z.object({ url: z.string().nullable() })),
  /** All runtimes, what each still needs, and how to get it. */
  runtimes: oc.route({ method: 'GET', path: '/mcp/runtimes' }).output(runtimes),
}
