/** The catalog of a hundred servers with fifty tools each, in a fresh process. */
import { fileURLToPath } from 'node:url'
import type { Workspace } from '#bench/machine/workspace'

export interface CatalogFigures {
  /** The time to build the catalog in a process that never built one before. */
  readonly firstBuildMs: number
  /** The time from switching a tool off until a catalog without it exists, including the hash for notifying clients. */
  readonly toggleMs: number
  /** The time to build the catalog's list as text, which happens on demand. */
  readonly listMs: number
  readonly lookupNs: number
  /** The same look-up in a catalog of two servers. */
  readonly fewLookupNs: number
}

export async function measureCatalog(workspace: Workspace): Promise<CatalogFigures> {
  const script = fileURLToPath(import.meta.resolve('#bench/catalog/catalogProcess'))
  const running = workspace.start({ args: [script], folder: await workspace.makeFolder() })
  try {
    return JSON.parse(await running.waitForLine(/^\{"figures":(.*)\}$/, 120_000)) as CatalogFigures
  } finally {
    await running.end()
  }
}
