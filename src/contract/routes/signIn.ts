/** The routes for signing in to remote servers. */
import { oc } from '@orpc/contract'
import { z } from 'zod'
import { inputBounds } from '#contract/inputBounds'
import { slug } from '#contract/servers/server'
import { signInSnapshot } from '#contract/servers/signIn'

const bySlug = z.object({ slug })

export const signIn = {
  state: oc.route({ method: 'GET', path: '/servers/{slug}/sign-in' }).input(bySlug).output(signInSnapshot),
  /**
   * Begins a sign-in, or continues a waiting one. A sign-in without a person (machine credentials) is done immediately.
   */
  begin: oc
    .route({ method: 'POST', path: '/servers/{slug}/sign-in' })
    .input(bySlug)
    .output(z.object({ authorizationUrl: z.string().nullable() })),
  /** Accepts the address that the browser was finally sent to, if the browser is on another machine. */
  callback: oc
    .route({ method: 'POST', path: '/servers/{slug}/sign-in/callback' })
    .input(z.object({ slug, url: z.string().trim().max(inputBounds.address) }))
    .output(signInSnapshot),
  /** Cancels a waiting sign-in. The earlier state remains. */
  cancel: oc.route({ method: 'POST', path: '/servers/{slug}/sign-in/cancel' }).input(bySlug).output(signInSnapshot),
  /** Signs out, and revokes the tokens if the issuer supports it. */
  end: oc.route({ method: 'DELETE', path: '/servers/{slug}/sign-in' }).input(bySlug).output(signInSnapshot),
  /** Signs out and forgets the registered client, so that the next sign-in registers a new one. */
  forget: oc.route({ method: 'POST', path: '/servers/{slug}/sign-in/forget' }).input(bySlug).output(signInSnapshot),
}
