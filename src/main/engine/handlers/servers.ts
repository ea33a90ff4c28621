/** The routes for servers, and for importing them from a file. */
import { implement } from '@orpc/server'
import { contract } from '#contract/contract'
import { chosen } from '#engine/clients/readClients'
import type { Engine } from '#engine/createEngine'
import { followLog } from '#engine/handlers/followLog'
import { textProblems } from '#engine/clients/textProblems'
import { checked } from '#engine/handlers/checkedCandidates'
import { type HostFacts, knownOf } from '#engine/handlers/hostFacts'
import { projectToKeepIn } from '#engine/registry/projects/namedProject'

export function serverHandlers({ registry, servers, union, clients, imports }: Engine, host: HostFacts) {
  const known = () => knownOf(registry, host)
  const os = implement(contract.servers)
  return os.router({
    list: os.list.handler(() => registry.list()),
    add: os.add.handler(({ input }) =>
      servers.add({ ...input, projectId: projectToKeepIn(registry, input.projectId) }),
    ),
    remove: os.remove.handler(async ({ input }) => {
      await servers.remove(input.slug)
      return {}
    }),
    restore: os.restore.handler(({ input }) => servers.restore(input.slug)),
    equal: os.equal.handler(() => union.equal()),
    unite: os.unite.handler(({ input }) => union.unite(input.slug)),
    separate: os.separate.handler(({ input }) => union.separate(input.slug)),
    setEnabled: os.setEnabled.handler(({ input }) => servers.setEnabled(input.slug, input.enabled)),
    update: os.update.handler(({ input: { slug, ...change } }) => servers.update(slug, change)),
    restart: os.restart.handler(({ input }) => registry.restart(input.slug)),
    log: os.log.handler(({ input, signal }) => followLog(registry.log(input.slug), input.follow, signal)),
    previewImport: os.previewImport.handler(async ({ input }) => ({
      candidates: await checked(
        imports,
        clients.readText(input.text, input.path, known()),
        projectToKeepIn(registry, input.projectId),
      ),
      problems: textProblems(input.text),
    })),
    import: os.import.handler(async ({ input }) => {
      const wanted =
        'text' in input
          ? chosen(clients.readText(input.text, input.path, known()), input.names)
          : await clients.choose(input, known())
      return await imports.take(wanted, input, projectToKeepIn(registry, input.projectId))
    }),
    undoImport: os.undoImport.handler(({ input }) => imports.undo(input.id)),
  })
}
