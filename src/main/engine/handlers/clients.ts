/** The routes for other clients on this machine. */
import { implement } from '@orpc/server'
import type { ClientWish } from '#contract/clients/clientSetup'
import { contract } from '#contract/contract'
import { setupLaunch } from '#engine/clients/setup/setupLaunch'
import { writeConfig } from '#engine/clients/writeConfig'
import type { Engine } from '#engine/createEngine'
import { checked } from '#engine/handlers/checkedCandidates'
import { type HostFacts, knownOf } from '#engine/handlers/hostFacts'
import { namedProject, projectToKeepIn } from '#engine/registry/projects/namedProject'
import { writtenProject } from '#engine/registry/projects/writtenProject'

export function clientHandlers({ registry, clients, clientSetup, imports }: Engine, host: HostFacts) {
  const known = () => knownOf(registry, host)
  const facts = () => {
    const now = known()
    return { known: now, launch: (wish: ClientWish, token: string | null) => setupLaunch(wish, now, token) }
  }
  /** The request with its project's id, because it may name the project by id or by name. */
  const named = <W extends ClientWish>(wish: W): W => {
    if (wish.projectId === undefined) return wish
    return { ...wish, projectId: namedProject(registry, wish.projectId) }
  }
  const os = implement(contract.clients)
  return os.router({
    list: os.list.handler(({ input }) => clients.list(input.folder, known())),
    previewImport: os.previewImport.handler(async ({ input }) => {
      const { files, looked, merged, consent } = await clients.preview(input.client, input.folder, known())
      const candidates = await checked(imports, merged, projectToKeepIn(registry, input.projectId))
      return { files, looked, candidates, consent }
    }),
    export: os.export.handler(({ input }) => writeConfig(...writtenProject(registry, input.projectId), input.format)),
    previewConnect: os.previewConnect.handler(({ input }) => clientSetup.previewConnect(named(input), facts())),
    connect: os.connect.handler(({ input }) => clientSetup.connect(named(input), facts())),
    previewDisconnect: os.previewDisconnect.handler(({ input }) =>
      clientSetup.previewDisconnect(input.client, facts()),
    ),
    disconnect: os.disconnect.handler(({ input }) => clientSetup.disconnect(input.client, input.consent, facts())),
  })
}
