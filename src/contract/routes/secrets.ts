/**
 * The routes for secrets, and for who may use them. No route returns a value. Changing a secret restarts the servers
 * that use it.
 */
import { oc } from '@orpc/contract'
import { z } from 'zod'
import { givenId, givenPath } from '#contract/inputBounds'
import { permissions, secretName, secretOwner, secretSnapshot, secretValue, vaultSnapshot } from '#contract/secret'

export const secrets = {
  list: oc.route({ method: 'GET', path: '/secrets' }).input(secretOwner).output(z.array(secretSnapshot)),
  set: oc
    .route({ method: 'PUT', path: '/secrets/{name}' })
    .input(secretOwner.extend({ name: secretName, value: secretValue }))
    .output(z.object({})),
  remove: oc
    .route({ method: 'DELETE', path: '/secrets/{name}' })
    .input(secretOwner.extend({ name: secretName }))
    .output(z.object({})),
  vault: oc.route({ method: 'GET', path: '/vault' }).output(vaultSnapshot),
  permissions: oc.route({ method: 'GET', path: '/permissions' }).output(permissions),
  /** Lets a configuration file's servers use a project's secrets, or forbids it. */
  allowFile: oc
    .route({ method: 'PUT', path: '/permissions/file' })
    .input(z.object({ file: givenPath, projectId: givenId.optional(), allowed: z.boolean() }))
    .output(z.object({})),
  /**
   * Lets servers use the engine's environment by `${env:NAME}`, or forbids it. Applies to every project that does not
   * mirror a file.
   */
  allowEnvironment: oc
    .route({ method: 'PUT', path: '/permissions/environment' })
    .input(z.object({ allowed: z.boolean() }))
    .output(z.object({})),
}
