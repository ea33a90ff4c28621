/** The routes for prompts and resources, by default those of the default project. */
import { oc } from '@orpc/contract'
import { z } from 'zod'
import {
  catalogPlace,
  completion,
  completionInput,
  promptResult,
  promptSnapshot,
  resourceResult,
  resourceSnapshot,
} from '#contract/tools/catalog'
import { givenName, inputBounds } from '#contract/inputBounds'

export const catalog = {
  prompts: oc.route({ method: 'GET', path: '/catalog/prompts' }).input(catalogPlace).output(z.array(promptSnapshot)),
  resources: oc
    .route({ method: 'GET', path: '/catalog/resources' })
    .input(catalogPlace)
    .output(z.array(resourceSnapshot)),
  prompt: oc
    .route({ method: 'POST', path: '/catalog/prompt' })
    .input(
      catalogPlace.extend({
        name: givenName,
        arguments: z.record(givenName, z.string().max(inputBounds.argument)).default({}),
      }),
    )
    .output(promptResult),
  resource: oc
    .route({ method: 'POST', path: '/catalog/resource' })
    .input(catalogPlace.extend({ uri: z.string().max(inputBounds.uri) }))
    .output(resourceResult),
  complete: oc.route({ method: 'POST', path: '/catalog/complete' }).input(completionInput).output(completion),
}
