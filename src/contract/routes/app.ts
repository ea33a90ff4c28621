/** The routes for the engine itself and its host. */
import { oc } from '@orpc/contract'
import { z } from 'zod'

export const app = {
  info: oc.route({ method: 'GET', path: '/app' }).output(
    z.object({
      version: z.string(),
      host: z.enum(['desktop', 'headless']),
      dataFolder: z.string(),
      /** The folder for unknown files that the engine moved out of its data folder; null if there are none. */
      setAside: z.string().nullable(),
      runtime: z.string(),
      /** Where outside clients connect; null while no port is open. */
      endpoint: z.object({ url: z.string() }).nullable(),
    }),
  ),
  /** A single-use address, valid for a minute, that signs a browser in to the page. Null if no page is served. */
  signInAddress: oc
    .route({ method: 'POST', path: '/app/sign-in-address' })
    .output(z.object({ url: z.string().nullable() })),
  /** The access token of the endpoint, for setting up a client. */
  token: oc.route({ method: 'GET', path: '/app/token' }).output(z.object({ token: z.string() })),
}
