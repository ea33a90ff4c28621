/** The routes for products. */
import { oc } from '@orpc/contract'
import { z } from 'zod'
import { givenConsent, givenId } from '#contract/inputBounds'
import { installedProduct, manifestInput, productPreview } from '#contract/product'
import { serverSnapshot, slug } from '#contract/servers/server'

export const products = {
  list: oc.route({ method: 'GET', path: '/products' }).output(z.array(installedProduct)),
  /** Reports what an installation would do. Nothing is started or stored. */
  preview: oc.route({ method: 'POST', path: '/products/preview' }).input(manifestInput).output(productPreview),
  /** Installs the whole product or nothing. Refused with CONFLICT if the installation would differ from the preview. */
  install: oc
    .route({ method: 'POST', path: '/products' })
    .input(manifestInput.extend({ consent: givenConsent }))
    .output(z.array(serverSnapshot)),
  /** Removes exactly the servers that the product installed, from one project or from all. */
  uninstall: oc
    .route({ method: 'DELETE', path: '/products/{id}' })
    .input(z.object({ id: givenId, projectId: givenId.optional() }))
    .output(z.object({ removed: z.array(slug) })),
}
