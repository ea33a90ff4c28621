/** The routes for other MCP clients on this machine, and their configuration files. */
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
  /** Reads all of a client's files and reports their servers. Nothing is started or stored. */
  previewImport: oc
    .route({ method: 'GET', path: '/clients/{client}/import' })
    .input(clientPreviewQuery)
    .output(clientPreview),
  /** A project's servers as a configuration file, without secret values. */
  export: oc
    .route({ method: 'GET', path: '/clients/{format}/export' })
    .input(z.object({ format: exportFormat, projectId: givenId.optional() }))
    .output(exportedConfig),
  /** Reports what connecting this client would change. Nothing is written. */
  previewConnect: oc
    .route({ method: 'POST', path: '/clients/{client}/connect/preview' })
    .input(clientWish)
    .output(setupPlan),
  /** Writes the changes, after a backup of each file. Refused with CONFLICT if they differ from the preview. */
  connect: oc
    .route({ method: 'POST', path: '/clients/{client}/connect' })
    .input(clientWish.extend({ consent: givenConsent }))
    .output(setupDone),
  previewDisconnect: oc
    .route({ method: 'POST', path: '/clients/{client}/disconnect/preview' })
    .input(byClient)
    .output(setupPlan),
  /** Undoes what `connect` changed. Later changes by others stay. */
  disconnect: oc
    .route({ method: 'POST', path: '/clients/{client}/disconnect' })
    .input(byClient.extend({ consent: givenConsent }))
    .output(setupDone),
}
