/** The routes of other MCP clients on this machine, and of their configuration files. */
import { oc } from '@orpc/contract'
import { z } from 'zod'
import {
  clientName,
  clientPreview,
  clientPreviewQuery,
  clientQuery,
  clientSnapshot,
  exportedConfig,
  exportFormat,
} from '#contract/clients/client'
import { clientWish, setupDone, setupPlan } from '#contract/clients/clientSetup'
import { givenConsent, givenId } from '#contract/inputBounds'

const byClient = z.object({ client: clientName })

export const clients = {
  list: oc.route({ method: 'GET', path: '/clients' }).input(clientQuery).output(z.array(clientSnapshot)),
  /** Reads all of a client's files and says what they hold. Nothing is started or kept. */
  previewImport: oc
    .route({ method: 'GET', path: '/clients/{client}/import' })
    .input(clientPreviewQuery)
    .output(clientPreview),
  /** The servers of a project as a configuration file, without values of secrets. */
  export: oc
    .route({ method: 'GET', path: '/clients/{format}/export' })
    .input(z.object({ format: exportFormat, projectId: givenId.optional() }))
    .output(exportedConfig),
  /** Says what setting up this client would change. Nothing is written. */
  previewConnect: oc
    .route({ method: 'POST', path: '/clients/{client}/connect/preview' })
    .input(clientWish)
    .output(setupPlan),
  /** Writes it, after a copy of each file was made. Refused with CONFLICT when it is not what was previewed. */
  connect: oc
    .route({ method: 'POST', path: '/clients/{client}/connect' })
    .input(clientWish.extend({ consent: givenConsent }))
    .output(setupDone),
  previewDisconnect: oc
    .route({ method: 'POST', path: '/clients/{client}/disconnect/preview' })
    .input(byClient)
    .output(setupPlan),
  /** Takes back what `connect` changed; what was changed since by others stays. */
  disconnect: oc
    .route({ method: 'POST', path: '/clients/{client}/disconnect' })
    .input(byClient.extend({ consent: givenConsent }))
    .output(setupDone),
}
