/**
 * The part of a change that is stored. Environment values of a server from a file are left out: they stay in the
 * file. Pure.
 */
import { definitionChange, pairChange } from '#engine/registry/changes/rowChange'
import { withoutValues } from '#engine/secrets/shownLaunch'
import { type Change, toolChanges, type WholeServer } from '#engine/store/servers/change'
import type { StoredChange } from '#engine/store/servers/changeStore'
import { isFileProject } from '#engine/store/servers/projectStore'

/** `isOfFile`: whether the server with this slug comes from a file. */
export function storedForm(change: Change, isOfFile: (slug: string) => boolean): StoredChange[] {
  switch (change.kind) {
    case 'addServer':
      return [{ kind: 'addServer', ...storedServer(change) }]
    case 'useServer':
      return change.before === null ? [] : whatDiffers(change.before, storedServer(change))
    case 'changeServer': {
      const { launch, ...patch } = change.patch
      return [
        launch === undefined || !isOfFile(change.slug)
          ? change
          : { ...change, patch: { ...patch, launch: withoutValues(launch) } },
      ]
    }
    case 'removeServer':
    case 'addPair':
    case 'changePair':
    case 'removePair':
    case 'switchTools':
    case 'nameTool':
    case 'addProject':
    case 'changeProject':
    case 'removeProject':
    case 'putProduct':
    case 'removeProduct':
      return [change]
  }
}

/** The server as it is stored. */
export function storedServer({ definition, pairs }: WholeServer): WholeServer {
  const isOfFile = pairs.some(({ pair }) => isFileProject(pair.projectId))
  return { definition: isOfFile ? { ...definition, launch: withoutValues(definition.launch) } : definition, pairs }
}

/** What a file changes about a stored server. Such a server has exactly one pair. */
function whatDiffers(before: WholeServer, after: WholeServer): StoredChange[] {
  const { slug, updatedAt } = after.definition
  const changed = definitionChange(before.definition, after.definition, updatedAt)
  return [
    ...(changed === null ? [] : [changed]),
    ...after.pairs.flatMap((one) => {
      const known = before.pairs.find(({ pair }) => pair.pairId === one.pair.pairId)
      if (known === undefined) return []
      const put = pairChange(slug, known.pair, one.pair)
      const of = { pairId: one.pair.pairId, slug }
      return [...(put === null ? [] : [put]), ...(toolChanges(of, known, one) as StoredChange[])]
    }),
  ]
}
