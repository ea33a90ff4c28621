/** What an installation would do: a pure function of the manifest and of the servers that there are. */
import { createHash } from 'node:crypto'
import { canonicalJson } from '#engine/policies/canonicalJson'
import type { ProductChange } from '#contract/product'
import type { Launch, LaunchPreview, NewServer } from '#contract/servers/server'
import type { Manifest } from '#engine/products/manifest'
import { secretChanges } from '#engine/products/secretChanges'
import type { KeptLaunch } from '#engine/secrets/receivedSecrets'
import type { ServerRow } from '#engine/store/servers/serverRow'

export interface ProductPlan {
  readonly changes: readonly ProductChange[]
  readonly added: readonly { readonly server: NewServer; readonly switchedOff: readonly string[] }[]
  readonly updated: readonly { readonly row: ServerRow; readonly server: NewServer }[]
  readonly removed: readonly ServerRow[]
  readonly problems: readonly string[]
  /** Equal for what does the same. */
  readonly consent: string
}

export interface PlanParts {
  /** What the manifest's launch of this server would be with its secrets in the vault; null where that was not looked at. */
  readonly foreseen: (row: ServerRow) => KeptLaunch | null
  /** A launch as it is shown to a person who agrees to it. */
  readonly previewOf: (launch: Launch) => LaunchPreview
}

export function planInstallation(
  manifest: Manifest,
  projectId: string,
  rows: readonly ServerRow[],
  { foreseen, previewOf }: PlanParts,
): ProductPlan {
  const inProject = rows.filter((row) => row.projectId === projectId)
  const own = new Map(inProject.filter((row) => row.productId === manifest.id).map((row) => [row.name, row]))
  const others = new Set(inProject.filter((row) => row.productId !== manifest.id).map((row) => row.name))
  const changes: ProductChange[] = []
  const added: ProductPlan['added'][number][] = []
  const updated: ProductPlan['updated'][number][] = []
  const problems = [...manifest.problems]
  for (const { entry, server } of manifest.servers) {
    if (server === null) continue
    const { name } = server
    const row = own.get(name)
    own.delete(name)
    const after = (row === undefined ? null : foreseen(row)) ?? { launch: server.launch, newValues: new Set() }
    const secrets = secretChanges(row?.launch ?? null, after)
    const launch = previewOf(server.launch)
    if (row === undefined) {
      if (others.has(name)) problems.push(`${name}: the project has a server of this name already`)
      added.push({ server, switchedOff: entry.disabledTools })
      changes.push({ name, action: 'add', launch, before: null, secrets })
    } else if (isAsBefore(row, server.description, after)) {
      changes.push({ name, action: 'keep', launch, before: null, secrets })
    } else {
      updated.push({ row, server })
      // What the manifest writes out is compared as it would be kept, and shown as it is written.
      const before = previewOf(row.launch)
      const isShownSame = canonicalJson(before) === canonicalJson(previewOf(after.launch))
      changes.push({ name, action: 'update', launch, before: isShownSame ? null : before, secrets })
    }
  }
  const removed = [...own.values()]
  for (const row of removed)
    changes.push({
      name: row.name,
      action: 'remove',
      launch: previewOf(row.launch),
      before: null,
      secrets: [],
    })
  const consent = createHash('sha256')
    .update(JSON.stringify([projectId, manifest.source, changes]))
    .digest('base64url')
  return { changes, added, updated, removed, problems, consent }
}

/** Only these two are the product's; whatever else a server has belongs to its owner once it is installed. */
function isAsBefore(row: ServerRow, description: string | null, { launch, newValues }: KeptLaunch): boolean {
  // A database may give back the keys of an object in another order.
  return newValues.size === 0 && row.description === description && canonicalJson(row.launch) === canonicalJson(launch)
}
