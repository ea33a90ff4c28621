/** The routes for projects, and for servers in them. */
import { oc } from '@orpc/contract'
import { z } from 'zod'
import { givenId, givenName, givenNames } from '#contract/inputBounds'
import { newProject, projectPatch, projectSnapshot } from '#contract/project'
import { matrixRow, ownToolPatch, pairWish, projectServer } from '#contract/projectServers'
import { newServerRequest, slug } from '#contract/servers/server'
import { toolSnapshot } from '#contract/tools/tool'

const byId = z.object({ id: givenId })
const ofPair = z.object({ id: givenId, slug })
const nothing = z.object({})

export const projects = {
  /** Sorted by name. */
  list: oc.route({ method: 'GET', path: '/projects' }).output(z.array(projectSnapshot)),
  /** Refused with CONFLICT if the name is taken. */
  add: oc.route({ method: 'POST', path: '/projects' }).input(newProject).output(projectSnapshot),
  /** Changes the given fields. A project that mirrors a file is changed in that file. */
  update: oc
    .route({ method: 'PATCH', path: '/projects/{id}' })
    .input(projectPatch.extend({ id: givenId }))
    .output(projectSnapshot),
  /** The project's servers stay. Those in no other project are stopped. The default project cannot be removed. */
  remove: oc.route({ method: 'DELETE', path: '/projects/{id}' }).input(byId).output(nothing),
  /**
   * Undoes a removal, with servers, toggles and own names, as long as the engine that removed the project is still
   * running.
   */
  restore: oc.route({ method: 'POST', path: '/projects/{id}/restore' }).input(byId).output(projectSnapshot),
  /** Adds another project with the same servers, switches, toggles and own names. */
  duplicate: oc
    .route({ method: 'POST', path: '/projects/{id}/duplicate' })
    .input(byId.extend({ name: newProject.shape.name }))
    .output(projectSnapshot),
  /** The project's servers, in the order of all servers. */
  servers: oc.route({ method: 'GET', path: '/projects/{id}/servers' }).input(byId).output(z.array(projectServer)),
  /**
   * Switches a server on or off in the project, or sets its group there. Omitted fields stay. A server that is not in
   * the project is added, and is on unless `enabled` says otherwise. Refused with CONFLICT if `launch` is given and
   * differs from the server's.
   */
  putServer: oc
    .route({ method: 'PUT', path: '/projects/{id}/servers/{slug}' })
    .input(ofPair.extend({ ...pairWish.shape, launch: newServerRequest.shape.launch.optional() }))
    .output(projectServer),
  /** Removes a server from the project; the server itself stays. */
  removeServer: oc.route({ method: 'DELETE', path: '/projects/{id}/servers/{slug}' }).input(ofPair).output(nothing),
  /** Undoes `removeServer`, with toggles and own names, as long as the engine that did it is still running. */
  restoreServer: oc
    .route({ method: 'POST', path: '/projects/{id}/servers/{slug}/restore' })
    .input(ofPair)
    .output(projectServer),
  /** Switches a server's tools on or off in the project. */
  setTools: oc
    .route({ method: 'PUT', path: '/projects/{id}/tools' })
    .input(byId.extend({ server: slug, names: givenNames.min(1), enabled: z.boolean() }))
    .output(nothing),
  /** Gives a tool its own name or description in the project. Refused with CONFLICT if the name is taken. */
  nameTool: oc
    .route({ method: 'PATCH', path: '/projects/{id}/tools' })
    .input(ownToolPatch.extend({ id: givenId, server: slug, name: givenName }))
    .output(toolSnapshot),
  /**
   * Every server with its tools, and each project's decisions about them. With `slug`: only that server, or nothing if
   * it was removed.
   */
  matrix: oc
    .route({ method: 'GET', path: '/projects/matrix' })
    .input(z.object({ slug: slug.optional() }).default({}))
    .output(z.array(matrixRow)),
}
