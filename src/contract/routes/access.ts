/** The routes for outside clients and their tokens. */
import { oc } from '@orpc/contract'
import { z } from 'zod'
import { accessClient, accessClientChange, madeToken, newAccessClient, pricedTool } from '#contract/clients/access'
import { givenId } from '#contract/inputBounds'

const byId = z.object({ id: givenId })
const nothing = z.object({})

export const access = {
  list: oc.route({ method: 'GET', path: '/access/clients' }).output(z.array(accessClient)),
  create: oc.route({ method: 'POST', path: '/access/clients' }).input(newAccessClient).output(accessClient),
  /** Takes effect immediately. A connected client is told if its view changed. */
  update: oc.route({ method: 'PATCH', path: '/access/clients/{id}' }).input(accessClientChange).output(accessClient),
  /** Also removes the client's tokens, and ends its sessions and streams. */
  remove: oc.route({ method: 'DELETE', path: '/access/clients/{id}' }).input(byId).output(nothing),
  /** The context cost of each tool that the client sees, most expensive first. */
  tools: oc.route({ method: 'GET', path: '/access/clients/{id}/tools' }).input(byId).output(z.array(pricedTool)),
  /** The answer has the token's value, which is not stored or shown again. */
  createToken: oc.route({ method: 'POST', path: '/access/clients/{id}/tokens' }).input(byId).output(madeToken),
  /** Ends the token's connections immediately. */
  revokeToken: oc.route({ method: 'DELETE', path: '/access/tokens/{id}' }).input(byId).output(nothing),
}
