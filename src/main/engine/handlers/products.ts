/** The routes for products. */
import { implement } from '@orpc/server'
import { contract } from '#contract/contract'
import type { Engine } from '#engine/createEngine'
import { namedProject, projectToKeepIn } from '#engine/registry/projects/namedProject'
import { tellChange } from '#engine/handlers/tellChange'

export function productHandlers({ products, registry, events }: Engine) {
  const os = implement(contract.products).use(tellChange(events, 'products'))
  return os.router({
    list: os.list.handler(() => products.list()),
    preview: os.preview.handler(({ input }) =>
      products.preview(input.manifest, projectToKeepIn(registry, input.projectId)),
    ),
    install: os.install.handler(async ({ input }) => {
      const projectId = projectToKeepIn(registry, input.projectId)
      const slugs = await products.install(input.manifest, input.consent, projectId)
      return slugs.map((slug) => registry.get(slug))
    }),
    uninstall: os.uninstall.handler(async ({ input }) => ({
      removed: await products.uninstall(
        input.id,
        input.projectId === undefined ? null : namedProject(registry, input.projectId),
      ),
    })),
  })
}
