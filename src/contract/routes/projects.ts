/** The routes of projects. */
import { oc } from '@orpc/contract'
import { z } from 'zod'
import { givenId } from '#contract/inputBounds'
import { newProject, projectPatch, projectSnapshot } from '#contract/project'

const byId = z.object({ id: givenId })

export const projects = {
  /** By name. */
  list: oc.route({ method: 'GET', path: '/projects' }).output(z.array(projectSnapshot)),
  /** Refused with CONFLICT when a project is called so already. */
  add: oc.route({ method: 'POST', path: '/projects' }).input(newProject).output(projectSnapshot),
  /** Changes what it names. A file's project is changed in its file. */
  update: oc
    .route({ method: 'PATCH', path: '/projects/{id}' })
    .input(projectPatch.extend({ id: givenId }))
    .output(projectSnapshot),
  /** With its servers, which are stopped. The default project stays. */
  remove: oc.route({ method: 'DELETE', path: '/projects/{id}' }).input(byId).output(z.object({})),
  /** Takes back a removal, with servers and toggles, while the engine that removed it still runs. */
  restore: oc.route({ method: 'POST', path: '/projects/{id}/restore' }).input(byId).output(projectSnapshot),
}
