/** The routes of other clients on this machine. */
import { implement } from '@orpc/server'
import { contract } from '#contract/contract'
import { writeConfig } from '#engine/clients/writeConfig'
import type { Engine } from '#engine/createEngine'
import { type HostFacts, knownOf } from '#engine/handlers/hostFacts'
import { writtenProject } from '#engine/registry/writtenProject'

export function clientHandlers({ registry, clients }: Engine, host: HostFacts) {
  const known = () => knownOf(registry, host)
  const os = implement(contract.clients)
  return os.router({
    list: os.list.handler(({ input }) => clients.list(input.folder, known())),
    previewImport: os.previewImport.handler(({ input }) => clients.preview(input.client, input.folder, known())),
    export: os.export.handler(({ input }) => writeConfig(...writtenProject(registry, input.projectId), input.format)),
  })
}
