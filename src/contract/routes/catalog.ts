/** The routes for `/` and `@` in the chat: a project's prompts and resources, by default the default project's. */
import { oc } from '@orpc/contract'
import { z } from 'zod'
import {
  completion,
  completionInput,
  promptResult,
  promptSnapshot,
  resourceResult,
  resourceSnapshot,
} from '#contract/tools/catalog'
import { givenId, givenName, inputBounds } from '#contract/inputBounds'

const ofProject = z.object({ projectId: givenId.optional() })

export const catalog = {
  prompts: oc.route({ method: 'GET', path: '/catalog/prompts' }).input(ofProject).output(z.array(promptSnapshot)),
  resources: oc.route({ method: 'GET', path: '/catalog/resources' }).input(ofProject).output(z.array(resourceSnapshot)),
  prompt: oc
    .route({ method: 'POST', path: '/catalog/prompt' })
    .input(
      ofProject.extend({
        name: givenName,
        arguments: z.record(givenName, z.string().max(inputBounds.argument)).default({}),
      }),
    )
    .output(promptResult),
  resource: oc
    .route({ method: 'POST', path: '/catalog/resource' })
    .input(ofProject.extend({ uri: z.string().max(inputBounds.uri) }))
    .output(resourceResult),
  complete: oc.route({ method: 'POST', path: '/catalog/complete' }).input(completionInput).output(completion),
}
