/** The stored row of a hosted server. */
import { containerLaunch } from '#contract/servers/server'
import type { ServerRow } from '#engine/store/servers/serverRow'

export function hostedRow(slug: string): ServerRow {
  return {
    id: `id of ${slug}`,
    pairId: `pair of ${slug}`,
    slug,
    formerSlugs: [],
    name: slug,
    description: '',
    projectId: 'default',
    productId: null,
    launch: containerLaunch.parse({ transport: 'container', image: 'example.com/notes:1' }),
    enabled: true,
    group: null,
    labels: [],
    concurrency: 16,
    restart: 'on-failure',
    timeoutMs: 60_000,
    sessions: 'shared',
    asksCallers: false,
    trusted: false,
    retry: 'never',
    idleStopMs: null,
    position: 0,
    era: null,
    fileSwitches: { enabled: false, disabledTools: [] },
    addedAt: 1_000,
    createdAt: 1_000,
    updatedAt: 1_000,
  }
}
